import { z } from 'zod'

/** Names and indexes from the top of a value to one of its members. */
export type MemberPath = readonly (string | number)[]

type Schema = z.core.$ZodType

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const under = (key: string | number, paths: readonly MemberPath[]): readonly MemberPath[] =>
  paths.map((path) => [key, ...path])

const inObject = (schema: z.core.$ZodObject, value: unknown): readonly MemberPath[] => {
  if (!isRecord(value)) return []
  const { shape, catchall } = schema._zod.def
  const isOpen = catchall !== undefined && !(catchall instanceof z.core.$ZodNever)
  return Object.entries(value).flatMap(([key, member]) => {
    const declared = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (declared !== undefined) return under(key, unknownMembers(declared, member))
    return isOpen ? under(key, unknownMembers(catchall, member)) : [[key]]
  })
}

/** The first options that take the value once what they do not know is left out. */
const inUnion = (options: readonly Schema[], value: unknown): readonly MemberPath[] => {
  let fewest: readonly MemberPath[] | null = null
  for (const option of options) {
    const unknown = unknownMembers(option, value)
    const isFewer = fewest === null || unknown.length < fewest.length
    if (isFewer && z.safeParse(option, withoutMembers(value, unknown)).success) fewest = unknown
    if (fewest?.length === 0) break
  }
  return fewest ?? []
}

const inAll = (
  left: readonly MemberPath[],
  right: readonly MemberPath[],
): readonly MemberPath[] => {
  const other = new Set(right.map((path) => JSON.stringify(path)))
  return left.filter((path) => other.has(JSON.stringify(path)))
}

const inEach = (schema: Schema | null | undefined, value: unknown): readonly MemberPath[] => {
  if (!schema || typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, item]) => under(key, unknownMembers(schema, item)))
}

const inTuple = (schema: z.core.$ZodTuple, value: unknown): readonly MemberPath[] => {
  if (!Array.isArray(value)) return []
  const { items, rest } = schema._zod.def
  return value.flatMap((item, at) => {
    const of = items[at] ?? rest
    return of ? under(at, unknownMembers(of, item)) : []
  })
}

/** What is read of a pipe: a `preprocess` begins with a function, all others with a schema. */
const entryOf = ({ _zod: { def } }: z.core.$ZodPipe): Schema =>
  def.in instanceof z.core.$ZodTransform ? def.out : def.in

const hasInner = (def: object): def is { readonly innerType: Schema } => 'innerType' in def

/**
 * Members of a JSON value that its schema has no name for, at any depth. A value of another shape
 * has none: parsing rejects it.
 */
export const unknownMembers = (schema: Schema, value: unknown): readonly MemberPath[] => {
  const { def } = schema._zod
  if (schema instanceof z.core.$ZodObject) return inObject(schema, value)
  if (schema instanceof z.core.$ZodArray) return inEach(schema._zod.def.element, value)
  if (schema instanceof z.core.$ZodRecord) return inEach(schema._zod.def.valueType, value)
  if (schema instanceof z.core.$ZodUnion) return inUnion(schema._zod.def.options, value)
  if (schema instanceof z.core.$ZodTuple) return inTuple(schema, value)
  if (schema instanceof z.core.$ZodPipe) return unknownMembers(entryOf(schema), value)
  if (schema instanceof z.core.$ZodLazy) return unknownMembers(schema._zod.def.getter(), value)
  if (schema instanceof z.core.$ZodIntersection) {
    const { left, right } = schema._zod.def
    return inAll(unknownMembers(left, value), unknownMembers(right, value))
  }
  return hasInner(def) ? unknownMembers(def.innerType, value) : []
}

/** The value without these members; what it shares with the given one is not copied. */
export const withoutMembers = (value: unknown, paths: readonly MemberPath[]): unknown => {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value
  const byKey = Map.groupBy(paths, ([key]) => String(key))
  const rest = (key: string) => byKey.get(key)?.map((path) => path.slice(1)) ?? []
  const isLeft = (key: string) => rest(key).every((path) => path.length > 0)
  if (Array.isArray(value)) return value.map((item, at) => withoutMembers(item, rest(String(at))))
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      isLeft(key) ? [[key, withoutMembers(member, rest(key))]] : [],
    ),
  )
}
