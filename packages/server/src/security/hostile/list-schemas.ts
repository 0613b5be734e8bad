import { z } from 'zod'
import type { Route } from '../../kit/routes.ts'
import { partsOf } from './schema-parts.ts'

/** A list, or an object with names of the caller's choice, that a caller fills. */
export interface List {
  readonly place: string
  /** The schema of the whole body, query or path. */
  readonly whole: z.core.$ZodType
  readonly schema: z.core.$ZodArray | z.core.$ZodRecord
  /** From the top to the list: a schema, and the name of the part that is gone into. */
  readonly way: readonly Step[]
}

interface Step {
  readonly schema: z.core.$ZodType
  readonly name: string
}

interface Walk extends Omit<List, 'schema'> {
  readonly above: ReadonlySet<z.core.$ZodType>
}

const isFree = (schema: z.core.$ZodRecord): boolean =>
  schema._zod.def.keyType._zod.values === undefined

const listsBelow = (schema: z.core.$ZodType, walk: Walk): readonly List[] => {
  const { place, whole, way, above } = walk
  if (above.has(schema)) return []
  const isList =
    schema instanceof z.core.$ZodArray || (schema instanceof z.core.$ZodRecord && isFree(schema))
  const below = partsOf(schema).flatMap(([name, part]) =>
    listsBelow(part, {
      whole,
      place: `${place}${name}`,
      way: [...way, { schema, name }],
      above: new Set([...above, schema]),
    }),
  )
  return isList ? [{ place, whole, schema, way }, ...below] : below
}

/** Every list that the inputs of these routes hold. */
export const listsOf = (routes: readonly Route[]): readonly List[] =>
  routes.flatMap(({ name, endpoint: { params, query, body } }) =>
    Object.entries({ params, query, body }).flatMap(([part, whole]) =>
      whole === undefined
        ? []
        : listsBelow(whole, { place: `${name} ${part}`, whole, way: [], above: new Set() }),
    ),
  )

/** The most items of a list; null without a bound that ends the check. */
export const mostOf = ({ schema }: Pick<List, 'schema'>): number | null => {
  const checks = schema._zod.def.checks ?? []
  const bounds = checks.flatMap(({ _zod: { def } }) => {
    const {
      check,
      abort = false,
      maximum,
      length,
    } = z
      .looseObject({
        check: z.string(),
        abort: z.boolean().optional(),
        maximum: z.number().optional(),
        length: z.number().optional(),
      })
      .parse(def)
    const most = check === 'max_length' ? maximum : length
    return ['max_length', 'length_equals'].includes(check) && abort && most !== undefined
      ? [most]
      : []
  })
  return bounds.length === 0 ? null : Math.min(...bounds)
}

/** Members of an object that have one of a few values, with the first of these. */
const literalsOf = (schema: z.core.$ZodType): Readonly<Record<string, unknown>> => {
  if (!(schema instanceof z.core.$ZodObject)) return {}
  const literals = Object.entries(schema._zod.propValues ?? {})
  return Object.fromEntries(literals.map(([key, values]) => [key, [...values][0]]))
}

/** JSON of objects that say of which option of a schema they are, and nothing more. */
export const shellsOf = (schema: z.core.$ZodType): readonly string[] => {
  if (schema instanceof z.core.$ZodObject) return [JSON.stringify(literalsOf(schema))]
  const isList = schema instanceof z.core.$ZodArray || schema instanceof z.core.$ZodRecord
  return isList ? [] : partsOf(schema).flatMap(([, part]) => shellsOf(part))
}

const many = (item: string, count: number): string => `${`${item},`.repeat(count - 1)}${item}`

/** JSON of one list or of one free object with this many of the item. */
export const listText = ({ schema }: Pick<List, 'schema'>, item: string, count: number): string =>
  schema instanceof z.core.$ZodArray
    ? `[${many(item, count)}]`
    : `{${Array.from({ length: count }, (_, at) => `"k${at}":${item}`).join(',')}}`

/** JSON of a body with this part in its place; lists above it have so many items of it. */
export const bodyText = (way: List['way'], part: string, copies = 1): string =>
  way.toReversed().reduce((text, { schema, name }) => {
    if (name.startsWith('.')) {
      const others = Object.entries(literalsOf(schema)).filter(([key]) => `.${key}` !== name)
      const members = others.map(
        ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`,
      )
      return `{${members.join('')}${JSON.stringify(name.slice(1))}:${text}}`
    }
    if (schema instanceof z.core.$ZodArray) {
      return `[${many(text, Math.min(copies, mostOf({ schema }) ?? copies))}]`
    }
    if (name === '{}') return `{"k":${text}}`
    return name.startsWith('[') ? `[${'null,'.repeat(Number(name.slice(1, -1)))}${text}]` : text
  }, part)
