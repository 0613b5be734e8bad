import type { Endpoint } from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import type { Route } from '../../../kit/routes.ts'
import type { Asked } from './caller.ts'

/** The body of a call that was right once: the examples of the OpenAPI documents. */
export type ExampleOf = (route: Route) => unknown

/** What a report names: a call of the product, or of a protocol. */
export interface Called {
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>
}

export const labelOf = ({ endpoint }: Called): string => `${endpoint.method} ${endpoint.path}`

/** Names within what the id before them stands for: those of two tenants may be alike. */
const innerNames = new Set(['tableName', 'fieldId', 'ribbonId'])

/** Parameters of a path that name a row: all but those, and those of a fixed set of words. */
export const idParamsOf = ({ params }: Endpoint): string[] =>
  Object.entries(params?.shape ?? {})
    .filter(([name, schema]) => !(schema instanceof z.ZodEnum) && !innerNames.has(name))
    .map(([name]) => name)

const fixedValue = (schema: unknown): string =>
  schema instanceof z.ZodEnum ? String(schema.options[0]) : 'x'

/** The path with these ids, and with some value of the parameters that are none. */
const pathWith = ({ path, params }: Endpoint, ids: Readonly<Record<string, string>>): string =>
  Object.entries(params?.shape ?? {}).reduce(
    (filled, [name, schema]) =>
      filled.replace(`:${name}`, encodeURIComponent(ids[name] ?? fixedValue(schema))),
    path,
  )

export const askedOf = (
  { endpoint }: Route,
  ids: Readonly<Record<string, string>>,
  body: unknown,
): Asked => ({
  method: endpoint.method,
  url: pathWith(endpoint, ids),
  ...(endpoint.body === undefined || body === undefined
    ? {}
    : {
        body: {
          type: endpoint.consumes ?? 'application/json',
          text: endpoint.consumes === undefined ? JSON.stringify(body) : String(body),
        },
      }),
})

type Change = (text: string, name: string) => string

/** Every text of a value changed, with the name of the member that it is in. */
export const changeTexts = (value: unknown, change: Change, name = ''): unknown => {
  if (typeof value === 'string') return change(value, name)
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, changeTexts(item, change, key)]),
  )
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

export const isUuid = (text: string): boolean => uuid.test(text)

const fits = ({ body }: Endpoint, value: unknown): boolean =>
  body?.safeParse(value).success === true

/** A text of the same form that holds the word; null for texts that are no words of people. */
const wordFor = (text: string, word: string): string | null => {
  if (isUuid(text) || text.length > 100 || /^(?:data:|-----|[[{])/.test(text)) return null
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return `${word}@canary.invalid`
  if (text.startsWith('https://')) return `https://${word}.canary.invalid/`
  return word
}

const names = /^(?:\w*[nN]ame|userId|question|title)$/

/**
 * Bodies that hold the word, the one with most of it first: what a schema lets pass need not be right.
 */
export const bodiesWithWord = (
  { endpoint }: Route,
  example: unknown,
  word: string,
): readonly unknown[] => {
  let whole = example
  let named = example
  let at = 0
  const texts: string[] = []
  changeTexts(example, (text, name) => {
    texts.push(name)
    return text
  })
  for (const name of texts) {
    const place = at
    at += 1
    const put = (before: unknown): unknown => {
      let seen = -1
      const changed = changeTexts(before, (text) => {
        seen += 1
        return seen === place ? (wordFor(text, word) ?? text) : text
      })
      return fits(endpoint, changed) ? changed : before
    }
    whole = put(whole)
    if (names.test(name)) named = put(named)
  }
  const top = changeTexts(example, (text) => text)
  const inName =
    typeof top === 'object' && top !== null && 'name' in top ? { ...top, name: word } : example
  return [whole, named, ...(fits(endpoint, inName) ? [inName] : []), example]
}
