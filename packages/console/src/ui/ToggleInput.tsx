import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { type Ref, useId } from 'react'
import type { FieldTexts } from './Field.tsx'

interface ToggleInputProps extends FieldTexts {
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  readonly onBlur?: () => void
  readonly name?: string
  /** A switch takes effect at once; a checkbox waits for Save. */
  readonly look?: 'checkbox' | 'switch'
  readonly isDisabled?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** Yes or no, with its label beside it. */
export const ToggleInput = (props: ToggleInputProps) => {
  const { label, hint, error, look = 'checkbox', ref } = props
  const noteId = useId()
  const Control = look === 'switch' ? Switch : Checkbox
  const note = error ?? hint
  const aria = {
    'aria-describedby': note === undefined ? undefined : noteId,
    'aria-invalid': error !== undefined,
  }
  const control = (
    <Control
      checked={props.value}
      name={props.name}
      onChange={(_, isChecked) => props.onChange(isChecked)}
      onBlur={props.onBlur}
      slotProps={{ input: { ref, ...aria } }}
    />
  )
  return (
    <Box data-toggle>
      <FormControlLabel
        {...{ label, control }}
        required={props.isRequired ?? false}
        disabled={props.isDisabled ?? false}
        sx={{ mr: 0, gap: look === 'switch' ? 0.5 : 0 }}
      />
      {note !== undefined && (
        <FormHelperText id={noteId} error={error !== undefined} sx={{ ml: 3.5, mt: -0.5 }}>
          {note}
        </FormHelperText>
      )}
    </Box>
  )
}
