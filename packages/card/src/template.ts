/** What is known of a holder: a value for each field, pictures as `data:` addresses. */
export type Values = Readonly<Record<string, string>>

const placeholder = /\{([^{}]*)\}/g

const valueOf = (values: Values, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : ''

/** The fields that a template names, in its order. */
export const namesIn = (template: string): readonly string[] =>
  [...template.matchAll(placeholder)].map(([, name = '']) => name.trim())

/** Characters of a filled template: more than any barcode holds or a card shows. */
const longestFilled = 5000

/** The template with the values of its fields, cut off when too long; a field without one leaves nothing. */
export const filled = (template: string, values: Values): string => {
  let left = longestFilled
  return template
    .replace(placeholder, (_, name: string) => {
      const value = valueOf(values, name.trim()).slice(0, left)
      left -= value.length
      return value
    })
    .slice(0, longestFilled)
}

/** The value of one field, or nothing. */
export const fieldValue = (field: string | null, values: Values): string =>
  field === null ? '' : valueOf(values, field)
