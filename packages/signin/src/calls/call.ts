import type { Endpoint, ReceivedOf } from '@signet/contract/kit/endpoint'
import { queryText } from '@signet/rules/queries'
import type { z } from 'zod'
import type { Door } from './doors.ts'
import { CallFailure } from './failures.ts'
import { type Answer, send } from './send.ts'
import { createStore } from './store.ts'

type Given<E extends Endpoint> = (E extends { params: infer P extends z.ZodType }
  ? { readonly params: z.input<P> }
  : { readonly params?: undefined }) &
  (E extends { query: infer Q extends z.ZodType }
    ? { readonly query: z.input<Q> }
    : { readonly query?: undefined }) &
  (E extends { body: infer B extends z.ZodType }
    ? { readonly body: z.input<B> }
    : { readonly body?: undefined })

type CallOptions<E extends Endpoint> = Given<E> & {
  readonly isAttempt?: boolean
  readonly signal?: AbortSignal
}

/** Set when the whole account answers no more: the page says so, whatever it was doing. */
export const accountLocked = createStore(false)

const filled = (path: string, params: object): string => {
  const values = new Map<string, unknown>(Object.entries(params))
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}

const queryOf = (query: object): string => {
  const text = queryText(query)
  return text === '' ? '' : `?${text}`
}

const isAnswerOf = <E extends Endpoint>(door: Door<E>, value: unknown): value is ReceivedOf<E> =>
  door.holds.length === 0 ||
  (typeof value === 'object' && value !== null && door.holds.every((name) => name in value))

const read = <E extends Endpoint>(door: Door<E>, { status, text }: Answer): ReceivedOf<E> => {
  if (status < 200 || status > 299) throw new CallFailure(status, text)
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  if (!isAnswerOf(door, value)) throw new CallFailure(500, text)
  return value
}

/**
 * Makes a call of the contract.
 * @throws CallFailure for an answer without success, Unreachable without one
 */
export const call = async <E extends Endpoint>(
  door: Door<E>,
  { params, query, body, isAttempt = false, signal }: CallOptions<E>,
): Promise<ReceivedOf<E>> => {
  const answer = await send({
    method: door.method,
    url: location.origin + filled(door.path, params ?? {}),
    query: queryOf(query ?? {}),
    body: body === undefined ? null : JSON.stringify(body),
    locale: document.documentElement.lang,
    proof: door.proof ?? null,
    isAttempt,
    signal: signal ?? null,
  })
  try {
    return read(door, answer)
  } catch (error) {
    if (error instanceof CallFailure && error.code === 'account_locked') accountLocked.set(true)
    throw error
  }
}
