import { z } from 'zod'
import { withFieldTexts } from './field-texts.ts'
import { isJson, type Json, mapped } from './json.ts'

type Io = 'input' | 'output'

export interface Schemas {
  /** A schema as JSON Schema 2020-12; named ones (`.meta({ id })`) go to `components`. */
  of(schema: z.core.$ZodType, io: Io): Json
  add(name: string, schema: Json): void
  /** All named schemas by name, and the document with references that hold. */
  finish(document: Json): { readonly schemas: Json; readonly document: Json }
}

const prefix = '#/components/schemas/'
/** In a reference until it is known whether a name reads alike both ways. */
const inputMark = '?input'

/** A record of known keys has properties of these names. */
const nameMembers = (schema: z.core.JSONSchema.BaseSchema): void => {
  const { required, additionalProperties } = schema
  if (required === undefined || additionalProperties === undefined) return
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]))
  delete schema.propertyNames
  delete schema.additionalProperties
}

const jsonSchemaOf = (schema: z.core.$ZodType, io: Io): Json =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      // 38 only allows for braces; the format implies the length.
      if (jsonSchema.format === 'uuid') delete jsonSchema.maxLength
      // Instants: what the union is made of is said by type and format.
      if (jsonSchema.type === 'string') delete jsonSchema.anyOf
      if (zodSchema._zod.def.type === 'record') nameMembers(jsonSchema)
      // Fields are added in minor releases: clients ignore those they do not know.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties
    },
  })

const made = (schema: z.core.$ZodType, io: Io): Json => withFieldTexts(jsonSchemaOf(schema, io))

const anonymous = /^__schema\d+$/
const jsonValue = 'JsonValue'
/** Zod describes any JSON by a union that contains itself: generators fail on it, and it says no more. */
const anyJson = Object.values(Object(made(z.object({ any: z.json() }), 'input').$defs)).map((one) =>
  JSON.stringify(one).replaceAll(/__schema\d+/g, ''),
)

const isAnyJson = (definition: unknown): boolean =>
  anyJson.includes(JSON.stringify(definition).replaceAll(/__schema\d+/g, ''))

/** `#/$defs/X` becomes a reference to `components`; `$schema` and `id` are of zod's registry. */
const pointed = (schema: Json, io: Io): Json =>
  mapped(schema, (key, value) => {
    if (key !== '$ref' || typeof value !== 'string') return value
    const name = value.split('/').at(-1) ?? ''
    const known = anonymous.test(name) ? jsonValue : name
    return `${prefix}${known}${io === 'input' ? inputMark : ''}`
  })

const unmarked = (value: unknown): string => JSON.stringify(value).replaceAll(inputMark, '')

const referencesOf = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"?]+)(?:\?input)?"/g)].map(
    ([, name = '']) => name,
  )

/** Names whose schema is another as input: by itself, or by a schema that it refers to. */
const splitNames = (input: Map<string, Json>, output: Map<string, Json>): ReadonlySet<string> => {
  const both = [...input.keys()].filter((name) => output.has(name))
  const split = new Set(
    both.filter((name) => unmarked(input.get(name)) !== unmarked(output.get(name))),
  )
  let size = -1
  while (size !== split.size) {
    size = split.size
    for (const name of both) {
      if (referencesOf(input.get(name)).some((one) => split.has(one))) split.add(name)
    }
  }
  return split
}

type NameOf = (name: string, io: Io) => string

const namesOf =
  (split: ReadonlySet<string>): NameOf =>
  (name, io) =>
    io === 'input' && split.has(name) ? `${name}Input` : name

/** References as they are in the document: without marks, to the name of what is meant. */
const resolvedBy =
  (nameOf: NameOf) =>
  (key: string, text: unknown): unknown => {
    if (key !== '$ref' || typeof text !== 'string' || !text.startsWith(prefix)) return text
    const io = text.endsWith(inputMark) ? 'input' : 'output'
    return `${prefix}${nameOf(text.slice(prefix.length).replace(inputMark, ''), io)}`
  }

export const createSchemas = (): Schemas => {
  const named: Record<Io, Map<string, Json>> = { input: new Map(), output: new Map() }
  const add = (io: Io, name: string, definition: Json): void => {
    if (!anonymous.test(name)) return void named[io].set(name, pointed(definition, io))
    if (!isAnyJson(definition)) throw new Error('a recursive schema has no name: .meta({ id })')
    named[io].set(jsonValue, { description: 'Any JSON value.' })
  }
  return {
    of(schema, io) {
      const { $schema: _dialect, $defs, id: _id, ...rest } = made(schema, io)
      for (const [name, definition] of Object.entries(isJson($defs) ? $defs : {})) {
        if (!isJson(definition)) continue
        const { id: _inner, ...kept } = definition
        add(io, name, kept)
      }
      const name = z.globalRegistry.get(schema)?.id
      if (name === undefined) return pointed(rest, io)
      // The schema of a name may be among the definitions already, and is only referred to then.
      if (!('$ref' in rest)) add(io, name, rest)
      return { $ref: `${prefix}${name}${io === 'input' ? inputMark : ''}` }
    },
    add: (name, schema) => add('output', name, schema),
    finish(document) {
      const nameOf = namesOf(splitNames(named.input, named.output))
      const resolved = (value: Json): Json => mapped(value, resolvedBy(nameOf))
      const schemas = new Map<string, Json>()
      for (const io of ['input', 'output'] as const) {
        for (const [name, schema] of named[io]) schemas.set(nameOf(name, io), resolved(schema))
      }
      const sorted = [...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))
      return { schemas: Object.fromEntries(sorted), document: resolved(document) }
    },
  }
}
