import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { leakSearch } from './leaks.ts'

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z/g
const day = /^\d{4}-\d{2}-\d{2}$/
const drawn = /(?<![\da-zA-Z])[a-z]{0,4}[\da-f]{9,40}(?![\da-zA-Z])/g
const host = /(?<=^|[/@ ])t[\da-f]{12}\.localhost:8080/g

type Change = (text: string) => string

const changed = (value: unknown, change: Change, most: number): unknown => {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'number') return value > 1e12 ? 1_767_323_045_000 : value
  if (Array.isArray(value)) return value.slice(0, most).map((item) => changed(item, change, most))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), changed(item, change, most)]),
  )
}

/** A secret's place: as long and of the same kinds of characters, and none of its own. */
export const placeholder = (secret: string): string =>
  secret.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '2')

/** Values that grant something, by the names of their fields. */
const secretNames =
  /^(?:\w*[tT]oken|\w*[sS]ecret|\w*[pP]assword|codes?|\w*Code|\w*Nonce|privateKey|pin|otp|response|challenge)$/

/** A word of an enumeration, as settings about secrets have: `password: 'OPTIONAL'`. */
const word = /^[A-Z]+(?:_[A-Z]+)*$/

/** Whether a text under this name is to be taken out. */
export const isSecret = (name: string, text: string): boolean =>
  secretNames.test(name) && !word.test(text)

const withoutSecrets = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return isSecret(name, value) ? placeholder(value) : value
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutSecrets(item, key)]),
  )
}

/** Tokens, signatures and cursors. */
const opaque = /(?<![\w-])[\w-]{40,}(?![\w-])/g

const idOf = (count: string): string => `01890000-0000-7000-8000-${count.padStart(12, '0')}`

/** Equal IDs stay equal, and everything that a crawl draws by lot becomes the same in each. */
const stable = (): Change => {
  const ids = new Map<string, string>()
  const numberOf = (id: string): string => {
    const known = ids.get(id) ?? String(ids.size + 1)
    ids.set(id, known)
    return `<${known}>`
  }
  return (text) =>
    text
      .replace(uuid, numberOf)
      .replace(instant, '2026-01-02T03:04:05.000Z')
      .replace(day, '2026-01-02')
      .replace(host, 'acme.example')
      .replace(drawn, 'example')
      .replace(opaque, placeholder)
      .replace(/<(\d+)>/g, (_, count: string) => idOf(count))
}

const longest = 300
const cut: Change = (text) => (text.length > longest ? text.slice(0, longest) : text)

const fits = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

/** Whether an answer is all that its schema lets out, and nothing less. */
export const isAnswerOf = ({ answer }: Endpoint, value: unknown): boolean => {
  const parsed = answer.safeParse(value)
  return parsed.success && JSON.stringify(parsed.data) === JSON.stringify(value)
}

/** Takes secrets out, and what differs from one crawl to the next; shortens as the schema allows. */
export const exampleMaker = (secrets: Iterable<string>) => {
  const search = leakSearch(secrets)
  const masked: Change = (text) =>
    search.in(text).reduce((rest, secret) => rest.replaceAll(secret, placeholder(secret)), text)
  return (value: unknown, isRight: (made: unknown) => boolean): unknown => {
    const open = withoutSecrets(changed(value, masked, 1000))
    const change = stable()
    const tries = [
      changed(changed(open, cut, 2), change, 2),
      changed(changed(open, cut, 1000), change, 1000),
      changed(open, change, 2),
      changed(open, change, 1000),
      changed(open, (text) => text.replace(instant, '2026-01-02T03:04:05.000Z'), 1000),
    ]
    return tries.find(isRight)
  }
}

export const isRequestOf =
  ({ body }: Endpoint) =>
  (value: unknown): boolean =>
    body === undefined || fits(body, value)
