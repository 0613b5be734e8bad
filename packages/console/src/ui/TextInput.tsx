import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, type Ref, useState } from 'react'
import { Field, type FieldControl, type FieldTexts } from './Field.tsx'
import { useLabels } from './labels.tsx'

interface TextInputProps extends FieldTexts {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** Something is pasted; the change follows. */
  readonly onPaste?: () => void
  readonly name?: string
  readonly type?:
    | 'text'
    | 'email'
    | 'tel'
    | 'url'
    | 'number'
    | 'password'
    | 'date'
    | 'datetime-local'
    | 'time'
  readonly autoComplete?: string
  /** More than one row: a text area that grows to three times as many. */
  readonly rows?: number
  readonly isDisabled?: boolean
  readonly isReadOnly?: boolean
  readonly maxLength?: number
  readonly unit?: ReactNode
  /** What holds while nothing is typed. */
  readonly placeholder?: string | undefined
  readonly autoFocus?: boolean
  readonly ref?: Ref<HTMLInputElement | HTMLTextAreaElement>
}

const RevealButton = ({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) => {
  const { showPassword, hidePassword } = useLabels()
  return (
    <IconButton
      aria-label={isShown ? hidePassword : showPassword}
      aria-pressed={isShown}
      onClick={onToggle}
    >
      {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
    </IconButton>
  )
}

const attributesOf = (props: TextInputProps, { describedBy }: FieldControl) => ({
  'aria-describedby': describedBy,
  'aria-required': props.isRequired ?? false,
  autoComplete: props.autoComplete ?? 'off',
  maxLength: props.maxLength,
  spellCheck: props.rows !== undefined,
})

const growth = (rows: number | undefined) =>
  rows === undefined ? {} : { multiline: true, minRows: rows, maxRows: rows * 3 }

/** One line of text, a number, a password (with a way to see it) or a paragraph. */
export const TextInput = (props: TextInputProps) => {
  const { label, hint, error, isRequired, type = 'text', unit } = props
  const [isShown, setIsShown] = useState(false)
  const isPassword = type === 'password'
  const reveal = <RevealButton isShown={isShown} onToggle={() => setIsShown(!isShown)} />
  const adornment = isPassword ? reveal : unit
  return (
    <Field {...{ label, hint, error }} isRequired={isRequired ?? false}>
      {(control) => (
        <OutlinedInput
          id={control.id}
          name={props.name}
          fullWidth
          size="small"
          type={isPassword && isShown ? 'text' : type}
          value={props.value}
          placeholder={props.placeholder}
          error={control.isInvalid}
          disabled={props.isDisabled}
          readOnly={props.isReadOnly}
          autoFocus={props.autoFocus}
          inputRef={props.ref}
          {...growth(props.rows)}
          onChange={(event) => props.onChange(event.target.value)}
          onBlur={props.onBlur}
          onPaste={props.onPaste}
          endAdornment={adornment && <InputAdornment position="end">{adornment}</InputAdornment>}
          slotProps={{ input: attributesOf(props, control) }}
        />
      )}
    </Field>
  )
}
