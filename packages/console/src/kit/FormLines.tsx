import { useState } from 'react'
import { type FieldPath, type FieldValues, useController, useFormState } from 'react-hook-form'
import { useText } from '../lib/i18n.ts'
import { TextInput } from '../ui/TextInput.tsx'
import { errorsOf } from './form-errors.ts'

interface FormLinesProps<T extends FieldValues> {
  readonly name: FieldPath<T>
  readonly label: string
  readonly hint?: string
  readonly rows?: number
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const textOf = (stored: unknown): string => (Array.isArray(stored) ? stored.join('\n') : '')

/** The first thing wrong with the list, with the line it stands in. */
const useFault = (name: string): string | undefined => {
  const text = useText()
  const { errors } = useFormState()
  const found = errorsOf(errors).find((one) => one.name === name || one.name.startsWith(`${name}.`))
  const at = Number(found?.name.slice(name.length + 1))
  if (found === undefined || found.name === name || Number.isNaN(at)) return found?.message
  return text('common:form.faultInLine', { number: at + 1, fault: found.message })
}

/** A list of short texts, one a line: long ones are pasted. */
export const FormLines = <T extends FieldValues>(props: FormLinesProps<T>) => {
  const { name, label, hint, rows = 6 } = props
  const { field } = useController<T>({ name })
  const { value, onChange, onBlur, ref } = field
  const set: (lines: readonly string[]) => void = onChange
  const [kept, setTyped] = useState(() => textOf(value))
  // The form copies what it holds: only another list than the typed one begins anew.
  const typed = linesOf(kept).join('\n') === textOf(value) ? kept : textOf(value)
  if (typed !== kept) setTyped(typed)
  const change = (next: string): void => {
    setTyped(next)
    set(linesOf(next))
  }
  return (
    <TextInput
      {...{ name, label, hint, rows }}
      value={typed}
      error={useFault(name)}
      onChange={change}
      onBlur={onBlur}
      ref={ref}
    />
  )
}
