import type { ReactNode } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { faultText } from '../lib/validation-texts.ts'
import type { FieldTexts } from '../ui/Field.tsx'
import { type Option, SelectInput } from '../ui/SelectInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { ToggleInput } from '../ui/ToggleInput.tsx'
import { useWarnedHint } from './weaker.tsx'

interface BoundTexts<T extends FieldValues> extends Omit<FieldTexts, 'error'> {
  readonly name: FieldPath<T>
  readonly isDisabled?: boolean
}

const useBound = <T extends FieldValues>(name: FieldPath<T>, given?: ReactNode) => {
  const { field, fieldState } = useController<T>({ name })
  const { value, onChange, onBlur, ref } = field
  const raw: unknown = value
  const set: (next: unknown) => void = onChange
  const message = fieldState.error?.message
  const error = message === undefined ? undefined : faultText(message)
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
}

/** A text field of the form around it. */
export const FormText = <T extends FieldValues>({
  name,
  whenEmpty = '',
  ...rest
}: FormTextProps<T>) => {
  const { raw, set, ...bound } = useBound<T>(name, rest.hint)
  return (
    <TextInput
      {...rest}
      {...bound}
      value={textOf(raw)}
      onChange={(typed) => set(typed === '' ? whenEmpty : typed)}
    />
  )
}

interface FormNumberProps<T extends FieldValues> extends BoundTexts<T> {
  readonly unit?: string
}

/** A number; an emptied field holds null. */
export const FormNumber = <T extends FieldValues>({ name, ...rest }: FormNumberProps<T>) => {
  const { raw, set, ...bound } = useBound<T>(name, rest.hint)
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
  const { raw, set, ...bound } = useBound<T>(name, rest.hint)
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
  const { raw, set, ...bound } = useBound<T>(name, rest.hint)
  return <ToggleInput {...rest} {...bound} value={raw === true} onChange={set} />
}
