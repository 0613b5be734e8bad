/** What is known of a holder: a value for each field, pictures as `data:` addresses. */
export type Values = Readonly<Record<string, string>>

const placeholder = /\{([^{}]*)\}/g

const valueOf = (values: Values, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : ''

/** The fields that a template names, in its order. */
export const namesIn = (template: string): readonly string[] =>
  [...template.matchAll(placeholder)].map(([, name = '']) => name.trim())

/** The template with the values of its fields; a field without one leaves nothing. */
export const filled = (template: string, values: Values): string =>
  template.replace(placeholder, (_, name: string) => valueOf(values, name.trim()))

/** The value of one field, or nothing. */
export const fieldValue = (field: string | null, values: Values): string =>
  field === null ? '' : valueOf(values, field)
