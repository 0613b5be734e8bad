export interface NamedError {
  /** The field's name, parts joined by dots. */
  readonly name: string
  readonly message: string
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof Element)

/** All errors of a form, in the order of its fields; nested fields by their path. */
export const errorsOf = (errors: object, prefix = ''): NamedError[] =>
  Object.entries(errors).flatMap(([key, value]) => {
    if (!isGroup(value)) return []
    const name = prefix + key
    if (typeof value.message === 'string' && value.message !== '') {
      return [{ name, message: value.message }]
    }
    return errorsOf(value, `${name}.`)
  })
