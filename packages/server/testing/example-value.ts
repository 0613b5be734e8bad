import { z } from 'zod'

type Schema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const formats: Readonly<Record<string, string>> = {
  uuid: '01890000-0000-7000-8000-000000000001',
  email: 'someone@example.test',
  'date-time': '2026-01-02T03:04:05.000Z',
  uri: 'https://example.test/',
  base64: 'eA==',
}

const textOf = (schema: Schema): string => {
  const format = typeof schema.format === 'string' ? formats[schema.format] : undefined
  if (format !== undefined) return format
  const least = typeof schema.minLength === 'number' ? schema.minLength : 1
  return 'x'.repeat(Math.max(1, least))
}

/** A schema inside another; named ones (`.meta({ id })`) stand in the root's `$defs`. */
const inner = (given: unknown, { $defs }: Schema): Schema => {
  if (!isSchema(given)) return { $defs }
  const name = typeof given.$ref === 'string' ? given.$ref.split('/').at(-1) : undefined
  const named = isSchema($defs) && name !== undefined ? $defs[name] : undefined
  return { ...(isSchema(named) ? named : given), $defs }
}

const objectOf = (schema: Schema): Record<string, unknown> => {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = isSchema(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, property]) => [name, valueOf(inner(property, schema))]),
  )
}

const firstOf = (alternatives: unknown, schema: Schema): unknown => {
  const [first] = Array.isArray(alternatives) ? alternatives : []
  return isSchema(first) ? valueOf(inner(first, schema)) : null
}

const byType: Readonly<Record<string, (schema: Schema) => unknown>> = {
  object: objectOf,
  array: (schema) =>
    typeof schema.minItems === 'number' && schema.minItems > 0
      ? [valueOf(inner(schema.items, schema))]
      : [],
  string: textOf,
  integer: (schema) => (typeof schema.minimum === 'number' ? schema.minimum : 1),
  number: (schema) => (typeof schema.minimum === 'number' ? schema.minimum : 1),
  boolean: () => true,
  null: () => null,
}

const valueOf = (schema: Schema): unknown => {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if ('default' in schema) return schema.default
  if ('anyOf' in schema) return firstOf(schema.anyOf, schema)
  if ('oneOf' in schema) return firstOf(schema.oneOf, schema)
  const type = typeof schema.type === 'string' ? byType[schema.type] : undefined
  return type === undefined ? {} : type(schema)
}

/** The smallest value that a schema accepts: required fields only. */
export const exampleOf = (schema: z.ZodType): unknown => {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return valueOf(inner(root, { $defs: root.$defs }))
}
