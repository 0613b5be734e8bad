import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { type ReactNode, useId } from 'react'

interface FieldGroupProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly isRequired?: boolean
  readonly children: (noteId: string) => ReactNode
}

const legend = { p: 0, fontSize: '0.8125rem', fontWeight: 550, mb: 0.5 }

/** Several controls under one name, with a hint or what is wrong. */
export const FieldGroup = ({ label, hint, error, isRequired, children }: FieldGroupProps) => {
  const noteId = useId()
  const note = error ?? hint
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}
      aria-describedby={note === undefined ? undefined : noteId}
    >
      <Box component="legend" sx={legend}>
        {label}
        {isRequired && (
          <Box component="span" aria-hidden sx={{ color: 'error.main', ml: 0.5 }}>
            *
          </Box>
        )}
      </Box>
      {children(noteId)}
      {note !== undefined && (
        <FormHelperText id={noteId} error={error !== undefined} sx={{ mx: 0 }}>
          {note}
        </FormHelperText>
      )}
    </Box>
  )
}
