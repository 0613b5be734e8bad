import { type FieldKind, fieldDescriptions } from '@signet/contract/kit/field-descriptions'
import { isJson, type Json } from './json.ts'

const choicesOf = ({ anyOf }: Json): readonly Json[] =>
  Array.isArray(anyOf) ? anyOf.filter(isJson) : []

const ofType: Readonly<Record<string, FieldKind>> = {
  array: 'list',
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
  object: 'object',
  string: 'text',
}

/** The kind of a value that may be null; null where it is of several kinds, or one of a few values. */
const kindOf = (schema: Json): FieldKind | null => {
  const { type, format, items, $ref: reference, enum: values } = schema
  if (typeof reference === 'string') return reference.endsWith('/Instant') ? 'instant' : null
  const choices = choicesOf(schema).filter((choice) => choice['type'] !== 'null')
  const kinds = new Set(choices.map(kindOf))
  if (kinds.size > 0) return kinds.size === 1 ? ([...kinds][0] ?? null) : null
  const types = [type].flat().filter((name) => name !== 'null')
  const [name] = types
  if (types.length !== 1 || typeof name !== 'string') return null
  if (name === 'string' && format === 'uuid') return 'uuid'
  if (name === 'string' && values === undefined) return 'text'
  if (name === 'array' && isJson(items) && kindOf(items) === 'uuid') return 'uuids'
  return name === 'string' ? null : (ofType[name] ?? null)
}

const textFor = (name: string, property: Json, siblings: Json): string | undefined => {
  const kind = kindOf(property)
  return fieldDescriptions[name]?.find(
    (one) =>
      (one.kind === kind || (one.kind === 'list' && kind === 'uuids')) &&
      (one.beside === undefined || one.beside in siblings),
  )?.text
}

const describedProperties = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (!isJson(property)) return [name, property]
      const text = property['description'] ?? textFor(name, property, properties)
      const inner = withFieldTexts(property)
      return [name, text === undefined ? inner : { ...inner, description: text }]
    }),
  )

const within = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(within)
  return isJson(value) ? withFieldTexts(value) : value
}

/** A schema whose fields say what they are, where their name says it everywhere. */
export const withFieldTexts = (schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === 'properties' && schema['type'] === 'object' && isJson(value)
        ? [key, describedProperties(value)]
        : [key, within(value)],
    ),
  )
