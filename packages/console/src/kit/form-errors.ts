import { faultText } from '../lib/validation-texts.ts'

interface NamedError {
  /** The field's name, parts joined by dots. */
  readonly name: string
  /** The word of the fault: `faultText` has its text. */
  readonly word: string
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof Element)

/** All errors of a form; nested fields by their path. */
export const errorsOf = (errors: object, prefix = ''): NamedError[] =>
  Object.entries(errors).flatMap(([key, value]) => {
    if (!isGroup(value)) return []
    const name = prefix + key
    if (typeof value.message === 'string' && value.message !== '') {
      return [{ name, word: value.message }]
    }
    return errorsOf(value, `${name}.`)
  })

/** In the order of the fields, which is that of the values a form begins with. */
export const inFieldOrder = (errors: readonly NamedError[], values: object): NamedError[] => {
  const fields = Object.keys(values)
  const place = ({ name }: NamedError): number => fields.indexOf(name.split('.')[0] ?? '')
  return errors.toSorted((one, other) => place(one) - place(other))
}

interface FieldState {
  readonly error?: { readonly message?: string | undefined } | undefined
}

/** What is wrong with a field, by the name that people see; undefined when nothing is. */
export const faultIn = ({ error }: FieldState, label: string): string | undefined =>
  error?.message === undefined ? undefined : faultText(error.message, label)
