import { useState } from 'react'
import { type FieldPath, type FieldValues, useController, useFormState } from 'react-hook-form'
import { useText } from '../lib/i18n.ts'
import { faultText, saidFault } from '../lib/validation-texts.ts'
import { TextInput } from '../ui/TextInput.tsx'
import { errorsOf } from './form-errors.ts'
import { type Reads, useReading } from './use-reading.ts'

interface FormLinesProps<T extends FieldValues> {
  readonly name: FieldPath<T>
  readonly label: string
  readonly hint?: string
  readonly rows?: number
  /** What is made of each line that is pasted, or left in the field. */
  readonly reads?: Reads
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const textOf = (stored: unknown): string => (Array.isArray(stored) ? stored.join('\n') : '')

/** The first thing wrong with the list, with the line it stands in. */
const useFault = (name: string, label: string): string | undefined => {
  const text = useText()
  const { errors } = useFormState()
  const found = errorsOf(errors).find((one) => one.name === name || one.name.startsWith(`${name}.`))
  if (found === undefined) return undefined
  const at = Number(found.name.slice(name.length + 1))
  if (found.name === name || Number.isNaN(at)) return faultText(found.word, label)
  const fault = text('common:form.faultInLine', { number: at + 1, fault: faultText(found.word) })
  return faultText(saidFault(fault), label)
}

/** A list of short texts, one a line: long ones are pasted. */
export const FormLines = <T extends FieldValues>(props: FormLinesProps<T>) => {
  const { name, label, hint, rows = 6, reads } = props
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
  const readsAll = reads && ((all: string): string => all.split('\n').map(reads).join('\n'))
  const reading = useReading({ value: typed, onChange: change, onBlur, reads: readsAll })
  return (
    <TextInput
      {...{ name, label, hint, rows }}
      value={typed}
      error={useFault(name, label)}
      ref={ref}
      {...reading}
    />
  )
}
