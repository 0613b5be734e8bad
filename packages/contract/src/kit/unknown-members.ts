import { z } from 'zod'

/** Names and indexes from the top of a value to one of its members. */
export type MemberPath = readonly (string | number)[]

type Schema = z.core.$ZodType

/** A place in a value, by the place above it; null at the top. */
interface Place {
  readonly above: Place | null
  readonly key: string | number
}

/** Ends once more than `most` are found: that many are an answer, too. */
interface Search {
  readonly found: Place[]
  readonly most: number
}

const isOver = ({ found, most }: Search): boolean => found.length > most

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pathOf = ({ above, key }: Place): MemberPath =>
  above === null ? [key] : [...pathOf(above), key]

interface Member {
  readonly value: unknown
  readonly at: Place | null
}

/** Looks into every member as long as there is something to find; a member without a schema is found. */
const lookInto = (
  { value, at }: Member,
  search: Search,
  schemaOf: (key: string) => Schema | undefined,
): void => {
  if (!isRecord(value)) return
  for (const key of Object.keys(value)) {
    if (isOver(search)) return
    const [schema, place] = [schemaOf(key), { above: at, key }]
    if (schema === undefined) search.found.push(place)
    else look(schema, { value: value[key], at: place }, search)
  }
}

const inObject = (schema: z.core.$ZodObject, member: Member, search: Search): void => {
  const { shape, catchall } = schema._zod.def
  const isOpen = catchall !== undefined && !(catchall instanceof z.core.$ZodNever)
  lookInto(member, search, (key) => {
    if (Object.hasOwn(shape, key)) return shape[key]
    return isOpen ? catchall : undefined
  })
}

/** The most items of a list that its schema reads: a longer one is rejected unread. */
const mostItems = ({ _zod: { def } }: z.core.$ZodArray): number =>
  Math.min(
    ...(def.checks ?? []).map(({ _zod: { def: check } }) => {
      if (check.check === 'max_length' && 'maximum' in check) return Number(check.maximum)
      return check.check === 'length_equals' && 'length' in check ? Number(check.length) : Infinity
    }),
  )

const inArray = (schema: z.core.$ZodArray, { value, at }: Member, search: Search): void => {
  if (!Array.isArray(value) || value.length > mostItems(schema)) return
  const { element } = schema._zod.def
  for (let index = 0; index < value.length && !isOver(search); index += 1) {
    look(element, { value: value[index], at: { above: at, key: index } }, search)
  }
}

const inTuple = (schema: z.core.$ZodTuple, { value, at }: Member, search: Search): void => {
  const { items, rest } = schema._zod.def
  if (!Array.isArray(value) || (rest === null && value.length > items.length)) return
  for (let index = 0; index < value.length && !isOver(search); index += 1) {
    const item = items[index] ?? rest
    if (item !== null) look(item, { value: value[index], at: { above: at, key: index } }, search)
  }
}

const inBoth = (schema: z.core.$ZodIntersection, member: Member, search: Search): void => {
  const { left, right } = schema._zod.def
  const [ofLeft, ofRight] = [left, right].map((side) => {
    const inner: Search = { found: [], most: search.most }
    look(side, member, inner)
    return inner.found
  })
  const other = new Set(ofRight?.map((place) => JSON.stringify(pathOf(place))))
  search.found.push(...(ofLeft ?? []).filter((place) => other.has(JSON.stringify(pathOf(place)))))
}

const hasInner = (def: object): def is { readonly innerType: Schema } => 'innerType' in def

/** The schema that reads a value first: a `preprocess` begins with a function, all others with a schema. */
const entryOf = (schema: Schema): Schema => {
  const { def } = schema._zod
  if (schema instanceof z.core.$ZodPipe) {
    const { in: first, out } = schema._zod.def
    return entryOf(first instanceof z.core.$ZodTransform ? out : first)
  }
  if (schema instanceof z.core.$ZodLazy) return entryOf(schema._zod.def.getter())
  return hasInner(def) ? entryOf(def.innerType) : schema
}

/** Whether the members of an object that only have certain values have one of them. */
const hasLiterals = (
  schema: z.core.$ZodObject,
  value: Readonly<Record<string, unknown>>,
): boolean =>
  Object.entries(schema._zod.propValues ?? {}).every(([key, literals]) => {
    const member = Object.hasOwn(value, key) ? value[key] : undefined
    if (member === undefined && schema._zod.def.shape[key]?._zod.optin !== undefined) return true
    return [...literals].some((literal) => literal === member)
  })

/** Whether a value with members may be of this option, by its kind and its literals alone. */
const mayBe = (option: Schema, value: object): boolean => {
  const entry = entryOf(option)
  if (entry instanceof z.core.$ZodUnion)
    return entry._zod.def.options.some((one) => mayBe(one, value))
  if (entry instanceof z.core.$ZodIntersection) {
    return mayBe(entry._zod.def.left, value) && mayBe(entry._zod.def.right, value)
  }
  if (entry instanceof z.core.$ZodArray || entry instanceof z.core.$ZodTuple) {
    return Array.isArray(value)
  }
  if (!isRecord(value)) return false
  if (entry instanceof z.core.$ZodObject) return hasLiterals(entry, value)
  return entry instanceof z.core.$ZodRecord
}

/**
 * Of several options that it may be, the one that knows most of it. Inputs have no such unions: each
 * level of them would be looked at once for each option.
 */
const inUnion = (options: readonly Schema[], member: Member, search: Search): void => {
  const { value } = member
  if (typeof value !== 'object' || value === null) return
  const likely = options.filter((option) => mayBe(option, value))
  const [only] = likely
  if (only !== undefined && likely.length === 1) return look(only, member, search)
  const found = likely.map((option) => {
    const inner: Search = { found: [], most: search.most }
    look(option, member, inner)
    return inner.found
  })
  search.found.push(...(found.toSorted((one, other) => one.length - other.length)[0] ?? []))
}

const look = (schema: Schema, member: Member, search: Search): void => {
  const entry = entryOf(schema)
  if (entry instanceof z.core.$ZodObject) inObject(entry, member, search)
  else if (entry instanceof z.core.$ZodArray) inArray(entry, member, search)
  else if (entry instanceof z.core.$ZodRecord) {
    const { valueType } = entry._zod.def
    lookInto(member, search, () => valueType)
  } else if (entry instanceof z.core.$ZodUnion) inUnion(entry._zod.def.options, member, search)
  else if (entry instanceof z.core.$ZodTuple) inTuple(entry, member, search)
  else if (entry instanceof z.core.$ZodIntersection) inBoth(entry, member, search)
}

/**
 * Members of a JSON value that its schema has no name for, at any depth, and no more than one over
 * `most` of them. A value of another shape has none: parsing rejects it. What is longer than a list may
 * be is not looked into, and of the options of a union only the one that is meant.
 */
export const unknownMembers = (
  schema: Schema,
  value: unknown,
  most = Number.POSITIVE_INFINITY,
): readonly MemberPath[] => {
  const search: Search = { found: [], most }
  look(schema, { value, at: null }, search)
  return search.found.map(pathOf)
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
