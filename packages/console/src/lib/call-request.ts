import type { Endpoint } from '@signet/contract/kit/endpoint'
import { release, releaseHeader } from '@signet/contract/kit/release'
import { queryText } from '@signet/rules/queries'

export interface RequestOptions {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  /** The ETag of what was read: the change is refused (412) when it is no longer that. */
  readonly ifMatch?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Of a call that opens a session: proves the key that it is bound to. */
  readonly proof?: 'key' | undefined
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** `/users/:id` with its parameters written in. */
const pathOf = (path: string, params: unknown): string => {
  const values = new Map(entriesOf(params))
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name)
    if (value === undefined || value === null) throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

const queryOf = (query: unknown): string => {
  const text = queryText(Object(query))
  return text === '' ? '' : `?${text}`
}

/** The address of a call on this origin. */
export const addressOf = (endpoint: Endpoint, { params, query }: RequestOptions): string =>
  new URL(pathOf(endpoint.path, params) + queryOf(query), location.origin).href

/** The request of a call, without what proves who is calling. */
export const requestOf = (
  endpoint: Endpoint,
  { body, ifMatch, signal, headers }: RequestOptions,
): RequestInit => ({
  method: endpoint.method,
  headers: {
    Accept: 'application/json',
    [releaseHeader]: release,
    ...(body === undefined ? {} : { 'Content-Type': endpoint.consumes ?? 'application/json' }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    ...headers,
  },
  credentials: 'same-origin',
  cache: 'no-store',
  ...(body === undefined
    ? {}
    : { body: endpoint.consumes === undefined ? JSON.stringify(body) : String(body) }),
  ...(signal === undefined ? {} : { signal }),
})
