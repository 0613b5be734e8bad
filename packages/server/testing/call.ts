import type { Endpoint, Input } from '@signet/contract/kit/endpoint'
import type { FastifyInstance, InjectOptions } from 'fastify'

type Given<E extends Endpoint> = {
  readonly [K in keyof Input<E>]?: unknown
} & {
  /** A session token, sent as Bearer. */
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly host?: string
}

export interface Answer {
  readonly status: number
  /** The JSON body; undefined for 204. */
  readonly body: Record<string, unknown>
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** The endpoint's path with its parameters put in. */
export const pathOf = (endpoint: Endpoint, params: unknown): string =>
  Object.entries(params ?? {}).reduce(
    (path, [name, value]) => path.replace(`:${name}`, encodeURIComponent(String(value))),
    endpoint.path,
  )

/** A query string, empty without parameters. */
export const queryOf = (query: unknown): string => {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) text.set(name, String(value))
  }
  return text.size === 0 ? '' : `?${text}`
}

export type Call = <E extends Endpoint>(endpoint: E, given?: Given<E>) => Promise<Answer>

/** Calls endpoints of an assembled app over HTTP in process. */
export const createCall =
  (app: FastifyInstance, host: string): Call =>
  async (endpoint, given = {}) => {
    const body = given.body
    const request: InjectOptions = {
      method: endpoint.method,
      url: `${pathOf(endpoint, given.params)}${queryOf(given.query)}`,
      headers: {
        host: given.host ?? host,
        ...(given.as === undefined ? {} : { authorization: `Bearer ${given.as}` }),
        ...(body === undefined ? {} : { 'content-type': endpoint.consumes ?? 'application/json' }),
        ...given.headers,
      },
      ...(body === undefined
        ? {}
        : { payload: endpoint.consumes === undefined ? JSON.stringify(body) : String(body) }),
    }
    const answer = await app.inject(request)
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : {},
      text: answer.body,
      headers: answer.headers,
    }
  }
