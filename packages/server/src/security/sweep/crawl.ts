import type { Route } from '../../kit/routes.ts'
import type { Answer } from '../../testing/call.ts'
import { rightInput } from './right-calls.ts'
import type { Given, World } from './world.ts'

export interface Seen {
  readonly by: string
  readonly reveals: boolean
  readonly text: string
}

const label = ({ endpoint }: Route): string => `${endpoint.method} ${endpoint.path}`

/** What an answer says, without the cookies that go to its receiver alone. */
const textOf = ({ headers, text }: Answer): string => {
  const { 'set-cookie': _cookies, ...rest } = headers
  return `${JSON.stringify(rest)}\n${text}`
}

/** Values under these names open something for whoever bears them. */
const bearerNames =
  /^(?:authToken|token|clientSecret|sharedSecret|secret|codes|setupToken|currentPassword|newPassword|password|machineNonce)$/

/** Everything bearer-like in a call or an answer. */
const bearersIn = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string') return bearerNames.test(name) && value.length > 11 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    bearersIn(item, Array.isArray(value) ? name : key),
  )
}

export interface Crawl {
  readonly seen: Seen[]
  /** What callers hold and were given: no business of logs, mails and stored rows. */
  readonly bearers: Set<string>
}

export const newCrawl = (): Crawl => ({ seen: [], bearers: new Set() })

const cookiesOf = ({ headers }: Answer): string[] =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(/[=;]/)[1] ?? '')
    .filter((value) => value.length > 11)

const note = (crawl: Crawl, route: Route, { given, answer }: Call): void => {
  const reveals = route.endpoint.reveals !== undefined
  crawl.seen.push({ by: label(route), reveals, text: textOf(answer) })
  const bearers = [
    ...bearersIn(given.body),
    ...bearersIn(answer.body),
    ...cookiesOf(answer),
    ...(given.as === undefined ? [] : [given.as]),
  ]
  for (const bearer of bearers) crawl.bearers.add(bearer)
}

interface Call {
  readonly given: Given
  readonly answer: Answer
}

/** Calls an endpoint rightly and keeps what it says; as someone else when `as` is given. */
export const visit = async (world: World, crawl: Crawl, { route, as }: Visit): Promise<Answer> => {
  const right = await rightInput(world, route)
  const given = as === undefined ? right : { ...right, as }
  const answer = await world.test.call(route.endpoint, given)
  note(crawl, route, { given, answer })
  if (route.endpoint.reveals !== undefined) {
    const sent = new Set(bearersIn(given.body))
    for (const secret of bearersIn(answer.body)) if (!sent.has(secret)) world.keep(secret)
  }
  return answer
}

interface Visit {
  readonly route: Route
  readonly as?: string
}

/** Calls an endpoint with a body whose every value is of a wrong type and holds a secret. */
export const visitWrongly = async (world: World, crawl: Crawl, route: Route): Promise<Answer> => {
  const right = await rightInput(world, route)
  const names = Object.keys(typeof right.body === 'object' ? (right.body ?? {}) : {})
  const secret = () => [[world.keep(`Wrong ${crypto.randomUUID()}`)]]
  const body = Object.fromEntries(names.map((name) => [name, secret()]))
  const answer = await world.test.call(route.endpoint, { ...right, body })
  note(crawl, route, { given: right, answer })
  return answer
}
