import { pastedHost } from '@signet/rules/host-of'
import type { ReactNode } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { faultText } from '../lib/validation-texts.ts'
import type { FieldTexts } from '../ui/Field.tsx'
import { type Option, SelectInput } from '../ui/SelectInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { ToggleInput } from '../ui/ToggleInput.tsx'
import { type Reads, useReading } from './use-reading.ts'
import { useWarnedHint } from './weaker.tsx'

interface BoundTexts<T extends FieldValues> extends Omit<FieldTexts, 'error'> {
  readonly name: FieldPath<T>
  readonly isDisabled?: boolean
}

interface Described<T extends FieldValues> {
  readonly name: FieldPath<T>
  readonly label: string
  readonly hint?: ReactNode
}

const useBound = <T extends FieldValues>({ name, label, hint: given }: Described<T>) => {
  const { field, fieldState } = useController<T>({ name })
  const { value, onChange, onBlur, ref } = field
  const raw: unknown = value
  const set: (next: unknown) => void = onChange
  const message = fieldState.error?.message
  const error = message === undefined ? undefined : faultText(message, label)
  const hint = useWarnedHint(name, value, given)
  return { raw, set, name, onBlur, ref, error, ...(hint === undefined ? {} : { hint }) }
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value)

interface FormTextProps<T extends FieldValues> extends BoundTexts<T> {
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'datetime-local' | 'time'
  readonly rows?: number
  readonly maxLength?: number
  readonly autoComplete?: string
  readonly autoFocus?: boolean
  /** What an emptied field holds. */
  readonly whenEmpty?: null | undefined | ''
  /** What the field makes of a text that is pasted, or left in it. */
  readonly reads?: Reads
}

/** A text field of the form around it. */
export const FormText = <T extends FieldValues>({
  name,
  whenEmpty = '',
  reads,
  ...rest
}: FormTextProps<T>) => {
  const { raw, set, onBlur, ...bound } = useBound<T>({ name, ...rest })
  const value = textOf(raw)
  const onChange = (typed: string): void => set(typed === '' ? whenEmpty : typed)
  const reading = useReading({ value, onChange, onBlur, reads })
  return <TextInput {...rest} {...bound} value={value} {...reading} />
}

interface FormHostProps<T extends FieldValues> extends FormTextProps<T> {
  /** The field of the port, which may come with the host. */
  readonly portName: FieldPath<T>
}

/** A host; of a URL that is pasted it keeps the host, and gives the port to its own field. */
export const FormHost = <T extends FieldValues>({ portName, ...rest }: FormHostProps<T>) => {
  const { field } = useController<T>({ name: portName })
  const setPort: (port: number) => void = field.onChange
  const reads = (text: string): string => {
    const parts = pastedHost(text)
    if (parts === null) return text
    if (parts.port !== null) setPort(parts.port)
    return parts.host
  }
  return <FormText<T> {...rest} reads={rest.reads ?? reads} />
}

interface FormNumberProps<T extends FieldValues> extends BoundTexts<T> {
  readonly unit?: string
}

/** A number; an emptied field holds null. */
export const FormNumber = <T extends FieldValues>({ name, ...rest }: FormNumberProps<T>) => {
  const { raw, set, ...bound } = useBound<T>({ name, ...rest })
  return (
    <TextInput
      {...rest}
      {...bound}
      type="number"
      value={textOf(raw)}
      onChange={(typed) => set(typed === '' ? null : Number(typed))}
    />
  )
}

interface FormSelectProps<T extends FieldValues> extends BoundTexts<T> {
  readonly options: readonly Option[]
  readonly placeholder?: string
}

/** One of a list; the empty choice holds null. */
export const FormSelect = <T extends FieldValues>({ name, ...rest }: FormSelectProps<T>) => {
  const { raw, set, ...bound } = useBound<T>({ name, ...rest })
  return (
    <SelectInput
      {...rest}
      {...bound}
      value={textOf(raw)}
      onChange={(chosen) => set(chosen === '' ? null : chosen)}
    />
  )
}

/** Yes or no. */
export const FormToggle = <T extends FieldValues>({ name, ...rest }: BoundTexts<T>) => {
  const { raw, set, ...bound } = useBound<T>({ name, ...rest })
  return <ToggleInput {...rest} {...bound} value={raw === true} onChange={set} />
}
