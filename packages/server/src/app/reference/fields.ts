import { isJson, type Json } from '../openapi/json.ts'

/** A value of a request or answer, with those inside it. */
export interface Field {
  /** Empty for a whole body. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly text: string
  /** What a value has to fulfil, in words. */
  readonly limits: readonly string[]
  /** The only values, where they are listed. */
  readonly values: readonly string[]
  readonly fields: readonly Field[]
  /** The schema whose fields were listed before, and are not repeated. */
  readonly before: string | null
}

const prefix = '#/components/schemas/'
const isNull = (schema: Json): boolean => schema['type'] === 'null'
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const schemasIn = (value: unknown): readonly Json[] => listOf(value).filter(isJson)

const limitWords: readonly (readonly [key: string, words: (value: unknown) => string])[] = [
  ['minLength', (value) => `at least ${value} characters`],
  ['maxLength', (value) => `at most ${value} characters`],
  ['minimum', (value) => `at least ${value}`],
  ['exclusiveMinimum', (value) => `more than ${value}`],
  ['maximum', (value) => `at most ${value}`],
  ['exclusiveMaximum', (value) => `less than ${value}`],
  ['multipleOf', (value) => `a multiple of ${value}`],
  ['minItems', (value) => `at least ${value} items`],
  ['maxItems', (value) => `at most ${value} items`],
  ['contentEncoding', (value) => `encoded as ${value}`],
  ['default', (value) => `default ${JSON.stringify(value)}`],
]

/** Longer ones say nothing to a reader. */
const longestPattern = 80

const patternOf = ({ pattern, format }: Json): string[] =>
  typeof pattern === 'string' && format === undefined && pattern.length <= longestPattern
    ? [`matches ${pattern}`]
    : []

const limitsOf = (schema: Json): string[] => [
  ...limitWords.flatMap(([key, words]) => (schema[key] === undefined ? [] : [words(schema[key])])),
  ...patternOf(schema),
]

/** The schemas of a document, and the names of those whose fields are listed already. */
interface Source {
  readonly schemas: Json
  readonly listed: Set<string>
}

/** A schema with what it refers to written in, and the name by which that was referred to. */
interface Resolved {
  readonly schema: Json
  readonly name: string | null
}

const resolve = ({ schemas }: Source, schema: Json): Resolved => {
  const { $ref: reference, ...own } = schema
  if (typeof reference !== 'string') return { schema, name: null }
  const name = reference.slice(prefix.length)
  const meant = schemas[name]
  return { schema: { ...(isJson(meant) ? meant : {}), ...own }, name }
}

const alternativesOf = (schema: Json): readonly Json[] =>
  [schema['anyOf'], schema['oneOf']].flatMap(schemasIn)

/** The alternatives of a schema, without null; itself where it has none. */
const variantsOf = (schema: Json): readonly Json[] => {
  const alternatives = alternativesOf(schema)
  return alternatives.length === 0 ? [schema] : alternatives.filter((one) => !isNull(one))
}

/** Of what has no type: that of the values which are listed. */
const typeOfValues = (schema: Json): string => {
  const [first = schema['const']] = listOf(schema['enum'])
  return first === undefined ? 'anything' : typeof first
}

const plainType = (source: Source, schema: Json): string => {
  const { type, format, items, additionalProperties } = schema
  if (type === 'array') return `array of ${isJson(items) ? typeOf(source, items) : 'anything'}`
  if (type === 'object' && schema['properties'] === undefined && isJson(additionalProperties))
    return `object with values of ${typeOf(source, additionalProperties)}`
  const names = [type].flat().filter((one) => one !== 'null' && one !== undefined)
  const words = names.length === 0 ? typeOfValues(schema) : names.join(' or ')
  return typeof format === 'string' ? `${words} (${format})` : words
}

const typeOf = (source: Source, given: Json): string => {
  const { schema, name } = resolve(source, given)
  if (name !== null && schema['type'] === 'object') return name
  const words = variantsOf(schema).map((variant) =>
    variant === schema ? plainType(source, schema) : typeOf(source, variant),
  )
  const isNullable = alternativesOf(schema).some(isNull) || listOf(schema['type']).includes('null')
  return [...new Set(words), ...(isNullable ? ['null'] : [])].join(' or ')
}

const valuesOf = (source: Source, given: Json): string[] => {
  const { schema } = resolve(source, given)
  const variants = variantsOf(schema)
  if (variants[0] !== schema)
    return [...new Set(variants.flatMap((variant) => valuesOf(source, variant)))]
  if (schema['const'] !== undefined) return [JSON.stringify(schema['const'])]
  const { items } = schema
  if (isJson(items)) return valuesOf(source, items)
  return listOf(schema['enum'])
    .filter((value) => value !== null)
    .map((value) => JSON.stringify(value))
}

const everyLimit = (source: Source, given: Json): string[] => {
  const { schema } = resolve(source, given)
  const { items } = schema
  const inner = isJson(items) ? everyLimit(source, items).map((limit) => `each ${limit}`) : []
  const variants = variantsOf(schema).filter((variant) => variant !== schema)
  const ofVariants = variants.flatMap((variant) => everyLimit(source, variant))
  return [...new Set([...limitsOf(schema), ...ofVariants, ...inner])]
}

const membersOf = (source: Source, schema: Json): Field[] => {
  const { properties, required, additionalProperties } = schema
  const own = Object.entries(isJson(properties) ? properties : {}).map(([name, property]) =>
    fieldOf(source, isJson(property) ? property : {}, {
      name,
      isRequired: listOf(required).includes(name),
    }),
  )
  if (!isJson(additionalProperties)) return own
  const others = fieldOf(source, additionalProperties, { name: '(any name)', isRequired: false })
  return others.fields.length > 0 ? [...own, others] : own
}

type Inner = Pick<Field, 'fields' | 'before'>

/** The members of what is no choice; a named one is known before them, since it may contain itself. */
const innerOfOne = (source: Source, { schema, name }: Resolved): Inner => {
  const { listed } = source
  if (name !== null) listed.add(name)
  const fields = membersOf(source, schema)
  if (name !== null && fields.length === 0) listed.delete(name)
  return { fields, before: null }
}

const innerOf = (source: Source, given: Json): Inner => {
  const resolved = resolve(source, given)
  const { schema, name } = resolved
  if (name !== null && source.listed.has(name)) return { fields: [], before: name }
  const { items } = schema
  if (isJson(items)) return innerOf(source, items)
  const variants = variantsOf(schema)
  const [only] = variants
  if (only === schema) return innerOfOne(source, resolved)
  if (variants.length === 1 && only !== undefined) return innerOf(source, only)
  const fields = variants
    .map((variant, index) =>
      fieldOf(source, variant, { name: `(variant ${index + 1})`, isRequired: false }),
    )
    .filter((field) => field.fields.length > 0 || field.before !== null)
  return { fields, before: null }
}

const fieldOf = (
  source: Source,
  schema: Json,
  head: Pick<Field, 'name' | 'isRequired'>,
): Field => ({
  ...head,
  type: typeOf(source, schema),
  text: String(resolve(source, schema).schema['description'] ?? ''),
  limits: everyLimit(source, schema),
  values: valuesOf(source, schema),
  ...innerOf(source, schema),
})

/** The field of a schema; fields of a schema that occurs again are listed at its first place. */
export const describedFields = (schemas: Json) => {
  const source: Source = { schemas, listed: new Set() }
  return (schema: Json, head: Pick<Field, 'name' | 'isRequired'>): Field =>
    fieldOf(source, schema, head)
}
