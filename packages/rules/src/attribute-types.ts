/** What a value of an own attribute may be. */
export const userAttributeTypes = [
  'TEXT',
  'NUMBER',
  'BOOLEAN',
  'DATE',
  'EMAIL',
  'PHONE',
  'URL',
  'CHOICE',
] as const
export type UserAttributeType = (typeof userAttributeTypes)[number]

/** The longest value, in UTF-16 units. */
export const longestAttributeValue = 1024
