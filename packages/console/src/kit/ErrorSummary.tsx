import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useText } from '../lib/i18n.ts'
import { faultText } from '../lib/validation-texts.ts'
import { Notice } from '../ui/Notice.tsx'
import { errorsOf, inFieldOrder } from './form-errors.ts'

const faultLink = {
  color: 'inherit',
  font: 'inherit',
  textAlign: 'left',
  textDecoration: 'underline',
  // 24 px high to touch (WCAG 2.2, 2.5.8).
  minHeight: 24,
} as const

type Labels = Readonly<Record<string, string>>

/** Of the field itself, or of the one that it is a part of. */
const labelOf = (labels: Labels, name: string): string | undefined =>
  labels[name] ?? labels[name.split('.')[0] ?? '']

interface ErrorSummaryProps {
  /** The names of fields as people see them. */
  readonly labels: Labels
}

/** After a submit with faults: what they are, each a way to its field. Takes the focus. */
export const ErrorSummary = ({ labels }: ErrorSummaryProps) => {
  const text = useText()
  const { formState, setFocus } = useFormContext()
  const box = useRef<HTMLDivElement>(null)
  const errors = inFieldOrder(errorsOf(formState.errors), formState.defaultValues ?? {})
  const { submitCount } = formState
  const isShown = submitCount > 0 && errors.length > 0
  // Faults that come and go while somebody types take the focus from nobody.
  const told = useRef(0)
  useEffect(() => {
    if (!isShown || submitCount === told.current) return
    told.current = submitCount
    box.current?.focus()
  }, [isShown, submitCount])
  if (!isShown) return null
  return (
    <Box ref={box} tabIndex={-1} sx={{ mb: 2 }}>
      <Notice severity="error" title={text('common:form.faults', { count: errors.length })}>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {errors.map(({ name, word }) => (
            <li key={name}>
              <Link component="button" type="button" sx={faultLink} onClick={() => setFocus(name)}>
                {faultText(word, labelOf(labels, name))}
              </Link>
            </li>
          ))}
        </Box>
      </Notice>
    </Box>
  )
}
