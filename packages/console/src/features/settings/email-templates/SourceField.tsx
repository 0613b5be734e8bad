import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useRef } from 'react'
import { useController } from 'react-hook-form'
import { faultIn } from '../../../kit/form-errors.ts'
import { useText } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/Field.tsx'
import type { Draft, Template } from './email-templates.queries.ts'

interface SourceFieldProps {
  readonly name: 'body' | 'text'
  readonly label: string
  readonly rows: number
  readonly variables: Template['variables']
}

const area = {
  width: '100%',
  resize: 'vertical',
  p: 1.25,
  border: 1,
  borderColor: 'surface.controlLine',
  borderRadius: 1,
  bgcolor: 'background.paper',
  color: 'text.primary',
  font: '0.8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  tabSize: 2,
} as const

interface PaletteProps {
  readonly variables: Template['variables']
  readonly onInsert: (variable: string) => void
}

const Palette = ({ variables, onInsert }: PaletteProps) => {
  const text = useText('customization')
  const heading = useId()
  const group = { role: 'group', 'aria-labelledby': heading } as const
  return (
    <>
      <Typography id={heading} variant="caption" color="textSecondary">
        {text('customization:emailTemplates.insert')}
      </Typography>
      <Stack direction="row" {...group} sx={{ flexWrap: 'wrap', gap: 0.75 }}>
        {variables.map(({ name, description }) => (
          <Chip
            key={name}
            size="small"
            variant="outlined"
            label={name}
            title={description}
            onClick={() => onInsert(name)}
          />
        ))}
      </Stack>
    </>
  )
}

/** Puts a variable where the cursor stands, and the cursor behind it. */
const useInsertion = (onChange: (source: string) => void) => {
  const source = useRef<HTMLTextAreaElement | null>(null)
  const insert = (variable: string): void => {
    const { current } = source
    if (current === null) return
    const { selectionStart, selectionEnd, value } = current
    const piece = `{{${variable}}}`
    onChange(value.slice(0, selectionStart) + piece + value.slice(selectionEnd))
    const after = selectionStart + piece.length
    requestAnimationFrame(() => {
      current.focus()
      current.setSelectionRange(after, after)
    })
  }
  const hold = (element: HTMLTextAreaElement | null): void => {
    source.current = element
  }
  return { hold, insert }
}

/** A source, and the variables that may be put into it where the cursor stands. */
export const SourceField = ({ name, label, rows, variables }: SourceFieldProps) => {
  const { field, fieldState } = useController<Draft, 'body' | 'text'>({ name })
  const { hold, insert } = useInsertion(field.onChange)
  const error = faultIn(fieldState, label)
  const keep = (element: HTMLTextAreaElement | null): void => {
    hold(element)
    field.ref(element)
  }
  return (
    <Stack spacing={1}>
      <Field label={label} {...(error === undefined ? {} : { error })}>
        {({ id, describedBy, isInvalid }) => (
          <Box
            component="textarea"
            {...{ id, rows }}
            spellCheck={false}
            aria-describedby={describedBy}
            aria-invalid={isInvalid}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            ref={keep}
            sx={area}
          />
        )}
      </Field>
      <Palette variables={variables} onInsert={insert} />
    </Stack>
  )
}
