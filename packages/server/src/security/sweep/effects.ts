import { type Endpoint, isSafeGet } from '@signet/contract/kit/endpoint'
import { allRoutes } from '../../app/areas.ts'
import type { Route } from '../../kit/routes.ts'
import { scenarios } from './subjects.ts'

/*
 * Calls that change something and calls that read are held against each other: what one changes is
 * what another answers differently afterwards.
 */

/** Calls that change nothing, by their declaration. */
export const isReading = ({ endpoint }: Route): boolean =>
  endpoint.method === 'GET' ? isSafeGet(endpoint) : endpoint.audit === null

const byName = new Map(allRoutes.map((route) => [route.name, route]))

export const routeOf = (name: string): Route => {
  const route = byName.get(name)
  if (route === undefined) throw new Error(`no call has the name ${name}`)
  return route
}

/** A path without the names of its parameters and its version. */
const plain = (path: string): string => path.replace(/\/v\d+\//, '/').replaceAll(/:\w+/g, ':')

const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

const readers = allRoutes.filter(isReading)
const byPath = new Map([
  ...readers.map((route) => [plain(keyOf(route.endpoint)), route] as const),
  ...readers.map((route) => [keyOf(route.endpoint), route] as const),
])

/** The call that reads the same path, or the nearest above: one object before a list. */
export const nearest = ({ endpoint }: Route): Route | undefined => {
  for (let path = endpoint.path; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const keys = [`GET ${path}`, `POST ${path}paged`, `POST ${path}/list`]
    const found = keys.map((key) => byPath.get(key) ?? byPath.get(plain(key)))
    const [first] = found.filter((route) => route !== undefined)
    if (first !== undefined) return first
  }
  return undefined
}

/** Names of the calls that show what a call changes; null where it has a look of its own. */
export const viewsOf = (route: Route): readonly Route[] | null => {
  const declared = scenarios.effects[route.name]
  if (typeof declared === 'function') return null
  const near = declared === undefined ? nearest(route) : undefined
  return [...(declared ?? []).map(routeOf), ...(near === undefined ? [] : [near])]
}
