import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { type ReactNode, useId } from 'react'

/** What every field says about itself. */
export interface FieldTexts {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly isRequired?: boolean
}

/** Ids and states that the control inside a field must carry. */
export interface FieldControl {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
}

interface FieldProps extends FieldTexts {
  readonly children: (control: FieldControl) => ReactNode
}

/** Label above, control, then the hint or what is wrong; all tied together for readers. */
export const Field = ({ label, hint, error, isRequired = false, children }: FieldProps) => {
  const id = useId()
  const noteId = `${id}-note`
  const isInvalid = error !== undefined
  const hasNote = isInvalid || hint !== undefined
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        component="label"
        htmlFor={id}
        sx={{ display: 'block', fontSize: '0.8125rem', fontWeight: 550, mb: 0.5 }}
      >
        {label}
        {isRequired && (
          <Box component="span" aria-hidden sx={{ color: 'error.main', ml: 0.5 }}>
            *
          </Box>
        )}
      </Box>
      {children({ id, describedBy: hasNote ? noteId : undefined, isInvalid })}
      {hasNote && (
        <FormHelperText id={noteId} error={isInvalid} sx={{ mx: 0, mt: 0.5, fontSize: '0.75rem' }}>
          {error ?? hint}
        </FormHelperText>
      )}
    </Box>
  )
}
