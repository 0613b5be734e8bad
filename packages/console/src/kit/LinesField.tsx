import Add from '@mui/icons-material/Add'
import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import Stack from '@mui/material/Stack'
import { type FieldPath, type FieldValues, useController, useFormState } from 'react-hook-form'
import { useText } from '../lib/i18n.ts'
import { faultText } from '../lib/validation-texts.ts'
import { Button } from '../ui/Button.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { errorsOf } from './form-errors.ts'

interface LinesFieldProps<T extends FieldValues> {
  readonly name: FieldPath<T>
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly isRequired?: boolean
}

const isText = (value: unknown): value is string => typeof value === 'string'
const linesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(isText) : []

interface LineProps {
  readonly label: string
  readonly removeLabel: string
  readonly value: string
  readonly placeholder: string | undefined
  readonly noteId: string
  readonly isInvalid: boolean
  readonly onChange: (value: string) => void
  readonly onRemove: (() => void) | undefined
}

const Line = (props: LineProps) => (
  <Stack direction="row" spacing={0.5} sx={{ alignItems: 'center' }}>
    <OutlinedInput
      size="small"
      fullWidth
      value={props.value}
      error={props.isInvalid}
      placeholder={props.placeholder}
      onChange={(event) => props.onChange(event.target.value)}
      slotProps={{
        input: {
          'aria-label': props.label,
          'aria-describedby': props.noteId,
          inputMode: 'url',
          autoComplete: 'off',
          spellCheck: false,
        },
      }}
    />
    {props.onRemove !== undefined && (
      <IconButton aria-label={props.removeLabel} onClick={props.onRemove}>
        <Close fontSize="small" />
      </IconButton>
    )}
  </Stack>
)

/** What is wrong with the list, or with one of its lines. */
const useFaults = (name: string, label: string): readonly string[] => {
  const { errors } = useFormState()
  return errorsOf(errors)
    .filter((error) => error.name === name || error.name.startsWith(`${name}.`))
    .map(({ word }) => faultText(word, label))
}

/** Several addresses, one a line; an empty last line waits for the next. */
export const LinesField = <T extends FieldValues>(props: LinesFieldProps<T>) => {
  const { name, label, hint, placeholder } = props
  const text = useText()
  const { field } = useController<T>({ name })
  const set: (lines: readonly string[]) => void = field.onChange
  const lines = linesOf(field.value)
  const shown = lines.length === 0 ? [''] : lines
  const [fault] = useFaults(name, label)
  const lineOf = (noteId: string) => (value: string, at: number) => (
    <Line
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
      key={at}
      label={text('common:form.lines.item', { label, number: at + 1 })}
      removeLabel={text('common:form.lines.remove', { label, number: at + 1 })}
      isInvalid={fault !== undefined}
      onChange={(typed) => set(shown.with(at, typed))}
      onRemove={lines.length > 1 ? () => set(lines.toSpliced(at, 1)) : undefined}
      {...{ value, placeholder, noteId }}
    />
  )
  return (
    <Box>
      <FieldGroup {...{ label, hint }} error={fault} isRequired={props.isRequired ?? false}>
        {(noteId) => <Stack spacing={0.75}>{shown.map(lineOf(noteId))}</Stack>}
      </FieldGroup>
      <Box sx={{ mt: 0.5, ml: -1 }}>
        <Button kind="plain" icon={<Add />} onClick={() => set([...shown, ''])}>
          {text('common:form.lines.add')}
        </Button>
      </Box>
    </Box>
  )
}
