import type { Endpoint } from '@signet/contract/kit/endpoint'
import { isRetryOfUse, rateLimitRetry, retryWaitSeconds } from '@signet/rules/retry'
import { addressOf, type RequestOptions, requestOf } from './call-request.ts'
import { ConnectionLost, checkConnection } from './lost-connection.ts'
import { createProof } from './proof.ts'
import { openProofKey } from './proof-key.ts'

/** What calls need from elsewhere; `connectCalls` puts it in place at the start. */
interface Connection {
  /** The session token. @throws when there is none, or it has expired */
  readonly readToken: () => string
  readonly proofKey: () => Promise<CryptoKeyPair>
  readonly locale: () => string
  readonly fetch: typeof fetch
  readonly random: () => number
}

let key: Promise<CryptoKeyPair> | null = null

let connection: Connection = {
  readToken: () => {
    throw new Error('no session is connected')
  },
  proofKey: () => {
    key ??= openProofKey()
    return key
  },
  locale: () => document.documentElement.lang,
  fetch: (...request) => fetch(...request),
  random: Math.random,
}

export const connectCalls = (parts: Partial<Connection>): void => {
  connection = { ...connection, ...parts }
}

/** The server's last DPoP nonce (RFC 9449, section 8). */
let nonce: string | null = null

const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener('abort', abort, { once: true })
  })

/** Headers that prove the session: the token and a proof of its key, fresh for each attempt. */
const proofHeaders = async (
  { method, actor }: Endpoint,
  url: string,
  { proof }: RequestOptions,
): Promise<Record<string, string>> => {
  const isPublic = actor === 'public'
  if (isPublic && proof === undefined) return {}
  const token = isPublic ? null : connection.readToken()
  const DPoP = await createProof(await connection.proofKey(), { method, url, token, nonce })
  return token === null ? { DPoP } : { Authorization: `DPoP ${token}`, DPoP }
}

/** Of a proxy whose service is not there. */
const isFromProxy = ({ status, headers }: Response): boolean =>
  (status === 502 || status === 504) && !/json/.test(headers.get('Content-Type') ?? '')

/** @throws ConnectionLost when no answer comes, and what `signal` was aborted with */
const answerTo = async (url: string, request: RequestInit): Promise<Response> => {
  try {
    const response = await connection.fetch(url, request)
    if (isFromProxy(response)) void checkConnection()
    return response
  } catch (error) {
    // Without an answer fetch throws a TypeError (Fetch, 5.6); what was given up is no loss.
    if (request.signal?.aborted === true || !(error instanceof TypeError)) throw error
    void checkConnection()
    throw new ConnectionLost(error)
  }
}

const attempt = async (endpoint: Endpoint, options: RequestOptions): Promise<Response> => {
  const url = addressOf(endpoint, options)
  const request = requestOf(endpoint, options)
  const proven = await proofHeaders(endpoint, url, options)
  const headers = new Headers(request.headers)
  for (const [name, value] of Object.entries(proven)) headers.set(name, value)
  if (!headers.has('Accept-Language')) headers.set('Accept-Language', connection.locale())
  const response = await answerTo(url, { ...request, headers })
  nonce = response.headers.get('DPoP-Nonce') ?? nonce
  return response
}

const asksForNonce = async (response: Response): Promise<boolean> =>
  response.status === 401 && (await response.clone().text()).includes('"use_dpop_nonce"')

/** One attempt, and a second when the server asks for its nonce (RFC 9449, section 8). */
const provenAttempt = async (endpoint: Endpoint, options: RequestOptions): Promise<Response> => {
  const response = await attempt(endpoint, options)
  return (await asksForNonce(response)) ? attempt(endpoint, options) : response
}

/**
 * Sends a call. 429 is tried again three times (`rules/retry`) unless it says that this is of no
 * use; then the last answer is returned as it is.
 */
export const send = async (endpoint: Endpoint, options: RequestOptions): Promise<Response> => {
  let response = await provenAttempt(endpoint, options)
  for (let retry = 1; retry <= rateLimitRetry.retries; retry += 1) {
    if (response.status !== rateLimitRetry.status) break
    const header = response.headers.get(rateLimitRetry.header)
    if (!isRetryOfUse(header, response.headers.get('Retry-After'))) break
    await pause(retryWaitSeconds(retry, header, connection.random), options.signal)
    response = await provenAttempt(endpoint, options)
  }
  return response
}
