import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { Route } from '../../kit/routes.ts'
import { rightInput } from './right-calls.ts'
import type { Given, World } from './world.ts'

/* Builds calls about what another call is about. */

/** The parameters of a path. */
export const namesIn = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** A call that was built, to build another beside it. */
export interface Built {
  readonly route: Route
  readonly given: Given
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members that say what a call is about. */
const idNames = /^(?:id|uid|userCode|serialNumber)$|(?:Id|Token|DesignName)$/

/** The ids of what a call is about. */
export const idsIn = ({ params, query, body }: Given): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries({ ...(isObject(body) ? body : {}), ...query, ...params }).filter(
      ([name, value]) => idNames.test(name) && typeof value === 'string',
    ),
  )

/** Members with the values that others of their names have. */
const withIds = <T>(own: T, ids: Readonly<Record<string, unknown>>) =>
  isObject(own)
    ? Object.fromEntries(Object.entries(own).map(([name, value]) => [name, ids[name] ?? value]))
    : own

/** Parameters of a call from those of another, by their name or else by their place. */
export const paramsFrom = ({ path }: Endpoint, { route, given }: Built): Record<string, string> => {
  const others = namesIn(route.endpoint.path)
  const known = { ...idsIn(given), ...given.params }
  return Object.fromEntries(
    namesIn(path).flatMap((name, at) => {
      const value = known[name] ?? known[others[at] ?? 'id']
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

/** The caller of another call where it may make this one, too; else an administrator. */
const callerOf = ({ admin }: World, { endpoint }: Route, { route, given }: Built): Given => {
  if (endpoint.actor === 'public') return {}
  const isTheirs = endpoint.actor === 'user' || route.endpoint.actor !== 'user'
  return { as: (isTheirs ? given.as : undefined) ?? admin.token }
}

/** The right input of a call about what another call is about. */
export const inputBeside = async (world: World, route: Route, other: Built): Promise<Given> => {
  const { endpoint } = route
  const params = paramsFrom(endpoint, other)
  const isOthers = endpoint.actor === 'user' && other.route.endpoint.actor !== 'user'
  const isWhole =
    !isOthers &&
    endpoint.body === undefined &&
    endpoint.query === undefined &&
    namesIn(endpoint.path).every((name) => name in params)
  const own = isWhole ? {} : await rightInput(world, route)
  const ids = idsIn(other.given)
  return {
    ...own,
    params: { ...own.params, ...params },
    ...(isObject(own.query) ? { query: withIds(own.query, ids) } : {}),
    ...(own.body === undefined ? {} : { body: withIds(own.body, ids) }),
    ...(isOthers ? {} : callerOf(world, route, other)),
  }
}
