import type { Answer } from '../../../testing/call.ts'
import type { Route } from '../../kit/routes.ts'
import { rightInput } from './right-calls.ts'
import type { Given, World } from './world.ts'

/** One call and its answer. */
export interface Visit {
  readonly route: Route
  readonly given: Given
  readonly answer: Answer
}

/** Where a redirect leads, without what stood in the URL that was asked: its caller knows that. */
const ledTo = ({ route, given: { params, query }, answer: { headers } }: Visit): string => {
  const asked = Object.values({ ...params, ...query }).flatMap((value) =>
    // A link may hold JSON.
    String(value).split(/[{}":,]/),
  )
  const known = route.endpoint.redirects === true ? asked.filter((part) => part !== '') : []
  return known.reduce((text, part) => text.replaceAll(part, ''), String(headers['location'] ?? ''))
}

/** What an answer says, without the cookies that go to its receiver alone. */
export const textOf = (visit: Visit): string => {
  const { headers, text } = visit.answer
  const { 'set-cookie': _cookies, location: _location, ...rest } = headers
  return `${JSON.stringify(rest)}\n${ledTo(visit)}\n${text}`
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

const cookiesOf = ({ headers }: Answer): string[] =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(/[=;]/)[1] ?? '')
    .filter((value) => value.length > 11)

/** What the caller holds and was given: it belongs in no log, mail or stored row. */
export const bearersOf = ({ given, answer }: Visit): string[] => [
  ...bearersIn(given.body),
  ...bearersIn(answer.body),
  ...cookiesOf(answer),
  ...(given.as === undefined ? [] : [given.as]),
]

/** Calls an endpoint and keeps the secrets it reveals. */
export const send = async (world: World, route: Route, given: Given): Promise<Visit> => {
  const answer = await world.test.call(route.endpoint, given)
  if (route.endpoint.reveals !== undefined) {
    const sent = new Set(bearersIn(given.body))
    for (const secret of bearersIn(answer.body)) if (!sent.has(secret)) world.keep(secret)
  }
  return { route, given, answer }
}

/** Calls an endpoint rightly, its input changed by `change`. */
export const visit = async (
  world: World,
  route: Route,
  change: (given: Given) => Given = (given) => given,
): Promise<Visit> => send(world, route, change(await rightInput(world, route)))

/** Calls an endpoint with a body whose every value is of a wrong type and holds a secret. */
export const visitWrongly = async (world: World, route: Route): Promise<Visit> => {
  const given = await rightInput(world, route)
  const names = Object.keys(typeof given.body === 'object' ? (given.body ?? {}) : {})
  const secret = () => [[world.keep(`Wrong ${crypto.randomUUID()}`)]]
  const body = Object.fromEntries(names.map((name) => [name, secret()]))
  return { route, given, answer: await world.test.call(route.endpoint, { ...given, body }) }
}
