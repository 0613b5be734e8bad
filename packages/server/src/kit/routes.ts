import type { AnswerOf, Endpoint, Input } from '@signet/contract/kit/endpoint'
import type { Context } from './context.ts'

/** An answer with the version of its row: sent as ETag, asked back by If-Match. */
export class Versioned<T> {
  readonly value: T
  readonly version: number

  constructor(value: T, version: number) {
    this.value = value
    this.version = version
  }
}

export const versioned = <T>(value: T, version: number): Versioned<T> =>
  new Versioned(value, version)

export interface CookieChange {
  /** The navigation cookie of the session where it is left out. */
  readonly name?: string
  /** null removes it. */
  readonly value: string | null
  readonly expiresAt: Date | null
}

/** An answer that also sets or removes a cookie. */
export class WithCookie<T> {
  readonly value: T
  readonly cookie: CookieChange

  constructor(value: T, cookie: CookieChange) {
    this.value = value
    this.cookie = cookie
  }
}

type Parts = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** A file that is sent while it is made or read, or whose parts are in memory. */
export class Streamed {
  readonly name: string
  readonly content: Parts

  constructor(name: string, content: Parts) {
    this.name = name
    this.content = content
  }
}

/** Leads the browser on, to a page of this service. */
export class LedOn {
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}

type Answer<T> = T | Versioned<T> | WithCookie<T> | Streamed | LedOn
type Handler<E extends Endpoint> = (
  ctx: Context,
  input: Input<E>,
) => Answer<AnswerOf<E>> | Promise<Answer<AnswerOf<E>>>

type EndpointNames<C> = { [K in keyof C]: C[K] extends Endpoint ? K : never }[keyof C]
/** A handler for each endpoint of a contract file: a forgotten one does not compile. */
type Handlers<C> = { [K in EndpointNames<C>]: C[K] extends Endpoint ? Handler<C[K]> : never }

export interface Route {
  readonly name: string
  readonly endpoint: Endpoint
  readonly handle: (ctx: Context, input: Input<Endpoint>) => unknown
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'actor' in value

/** Binds each endpoint of a contract module to a function. */
export const routes = <C extends object>(
  contract: C,
  handlers: Handlers<C> & { [K in Exclude<keyof Handlers<C>, EndpointNames<C>>]: never },
): readonly Route[] => {
  const bound = new Map<string, unknown>(Object.entries(handlers))
  return Object.entries(contract).flatMap(([name, endpoint]) => {
    const handle = bound.get(name)
    if (!isEndpoint(endpoint)) return []
    if (typeof handle !== 'function') throw new Error(`endpoint ${name} has no handler`)
    return [{ name, endpoint, handle: (ctx, input) => handle(ctx, input) } satisfies Route]
  })
}
