import { release, releaseHeader } from '@signet/contract/kit/release'
import {
  authenticateRetry,
  isRetryOfUse,
  rateLimitRetry,
  retryWaitSeconds,
} from '@signet/rules/retry'
import { connected } from './connection.ts'
import { Unreachable } from './failures.ts'
import { checkConnection } from './lost-connection.ts'
import { proofOf } from './proof.ts'
import { readServerClock } from './server-clock.ts'
import { createStore } from './store.ts'

export interface Request {
  readonly method: string
  /** Absolute, without a query. */
  readonly url: string
  readonly query: string
  readonly body: string | null
  readonly locale: string
  readonly proof: 'key' | 'session' | null
  /** Cut off and repeated where attempts are: a repeat has the same sequence nonce. */
  readonly isAttempt: boolean
  readonly signal: AbortSignal | null
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Until when (epoch ms) a call waits because the service asked for it; null while none does. */
export const waiting = createStore<number | null>(null)

/** The server's last DPoP nonce (RFC 9449, section 8). */
let nonce: string | null = null

const proofHeaders = async ({ method, url, proof }: Request): Promise<Record<string, string>> => {
  if (proof === null) return {}
  const { proofKey, readToken } = connected()
  const token = proof === 'session' ? readToken() : null
  const DPoP = await proofOf(await proofKey(), { method, url, token, nonce })
  return token === null ? { DPoP } : { DPoP, Authorization: `DPoP ${token}` }
}

const once = async (request: Request, signal: AbortSignal | null): Promise<Answer> => {
  const { method, url, query, body, locale } = request
  const proven = await proofHeaders(request)
  try {
    const response = await connected().fetch(url + query, {
      method,
      headers: {
        Accept: 'application/json',
        [releaseHeader]: release,
        'Accept-Language': locale,
        ...(body === null ? {} : { 'Content-Type': 'application/json' }),
        ...proven,
      },
      body,
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
    })
    const answer = {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }
    readServerClock(response.headers)
    nonce = response.headers.get('DPoP-Nonce') ?? nonce
    return answer
  } catch (error) {
    if (request.signal?.aborted === true) throw error
    void checkConnection()
    throw new Unreachable(error)
  }
}

const pause = (milliseconds: number, signal: AbortSignal | null): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  signal?.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(signal.reason)
  })
  return promise
}

/** Between repeats of an attempt that failed at once, or a hundred would be gone in a moment. */
const repeatPauseMs = 1000

/** One attempt that is cut off after a while and made again: the server gives the same answer. */
const repeated = async (request: Request): Promise<Answer> => {
  for (let repeat = 0; ; repeat += 1) {
    const cut = new AbortController()
    const timer = setTimeout(() => cut.abort(), authenticateRetry.abortAfterMs)
    const signal =
      request.signal === null ? cut.signal : AbortSignal.any([cut.signal, request.signal])
    try {
      return await once(request, signal)
    } catch (error) {
      if (!(error instanceof Unreachable) || repeat === authenticateRetry.retries) throw error
    } finally {
      clearTimeout(timer)
    }
    if (!cut.signal.aborted) await pause(repeatPauseMs, request.signal)
  }
}

const attempt = (request: Request): Promise<Answer> =>
  request.isAttempt && connected().repeatsAttempts()
    ? repeated(request)
    : once(request, request.signal)

/** A second time with the server's nonce when it asks for it (RFC 9449, section 8). */
const provenAttempt = async (request: Request): Promise<Answer> => {
  const answer = await attempt(request)
  const asks = answer.status === 401 && answer.text.includes('"use_dpop_nonce"')
  return asks ? attempt(request) : answer
}

/** Sends a call; 429 is tried again three times after the time the server names. */
export const send = async (request: Request): Promise<Answer> => {
  for (let retry = 1; ; retry += 1) {
    const answer = await provenAttempt(request)
    if (answer.status !== rateLimitRetry.status || retry > rateLimitRetry.retries) return answer
    const header = answer.headers.get(rateLimitRetry.header)
    if (!isRetryOfUse(header, answer.headers.get('Retry-After'))) return answer
    const seconds = retryWaitSeconds(retry, header, connected().random)
    waiting.set(Date.now() + seconds * 1000)
    try {
      await pause(seconds * 1000, request.signal)
    } finally {
      waiting.set(null)
    }
  }
}
