import type {
  PushSubscription,
  PushSubscriptionState,
} from '@signet/contract/authenticators/push-subscriptions'
import type { PushAnswer } from '@signet/contract/authenticators/soft-tokens'
import { base64url, utf8 } from '../keys/bytes.ts'
import { publicJwk, signText } from '../keys/device-key.ts'
import { type Push, type Secret, type Standing, secretOf, standingOf } from './answers.ts'

type SubscriptionState = (typeof PushSubscriptionState)['_output']
type Subscription = (typeof PushSubscription)['_output']
type Decision = (typeof PushAnswer)['_output']['decision']

export interface Service {
  readonly url: string
  readonly key: CryptoKeyPair
}

/** An answer without success. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the service answered ${status}`)
    this.status = status
  }
}

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: object
  /** How long the service may take in all. */
  readonly withinMillis?: number
}

/** A call that its owner waits for. */
const callMillis = 15_000
/** One that comes again by itself. */
const pollMillis = 5000
/** An answer beyond this is read no further. */
const maxAnswerBytes = 100_000

/** The last nonce of each service (RFC 9449, section 8). */
const nonces = new Map<string, string>()

const encoded = (value: object): string => base64url(utf8(JSON.stringify(value)))

const proofOf = async ({ url, key }: Service, { method, path }: Request): Promise<string> => {
  const nonce = nonces.get(url)
  const head = encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk: await publicJwk(key) })
  const claims = encoded({
    jti: crypto.randomUUID(),
    htm: method,
    htu: url + path,
    iat: Math.floor(Date.now() / 1000),
    ...(nonce === undefined ? {} : { nonce }),
  })
  return `${head}.${claims}.${await signText(key, `${head}.${claims}`)}`
}

const textOf = async ({ body }: Response): Promise<string> => {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) return text
    text += part.value
    if (text.length <= maxAnswerBytes) continue
    await reader?.cancel()
    throw new Refused(500)
  }
}

const once = async (service: Service, request: Request, signal: AbortSignal) => {
  const { method, path, body } = request
  const response = await fetch(service.url + path, {
    method,
    headers: {
      DPoP: await proofOf(service, request),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const nonce = response.headers.get('DPoP-Nonce')
  if (nonce !== null) nonces.set(service.url, nonce)
  return { ok: response.ok, status: response.status, text: await textOf(response) }
}

/** A call with a proof of the app's key; once more with the nonce that the service asks for. */
const send = async (service: Service, request: Request): Promise<string> => {
  const signal = AbortSignal.timeout(request.withinMillis ?? callMillis)
  const first = await once(service, request, signal)
  const asks = first.status === 401 && first.text.includes('"use_dpop_nonce"')
  if (first.ok) return first.text
  if (!asks) throw new Refused(first.status)
  const second = await once(service, request, signal)
  if (!second.ok) throw new Refused(second.status)
  return second.text
}

const path = '/api/web/v1/softtokens'

const read = (text: string): object => {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Refused(500)
  return value
}

interface Claim {
  readonly claim: string
  readonly name: string
}

/** Takes a token over. @throws Refused for a link that does not hold */
export const takeOver = async (service: Service, given: Claim): Promise<Secret> => {
  const body = { ...given, publicKey: await publicJwk(service.key), platform: 'WEB' }
  const answer = secretOf(await send(service, { method: 'POST', path, body }))
  if (answer === null) throw new Refused(500)
  return answer
}

/** What this app is asked now. */
export const readStanding = async (service: Service): Promise<Standing> => {
  const answer = standingOf(await send(service, { method: 'GET', path, withinMillis: pollMillis }))
  if (answer === null) throw new Refused(500)
  return answer
}

export interface Reply {
  readonly decision: Decision
  readonly number?: string
}

/** The text that an answer signs (docs/protocols/soft-token.md). */
const signedText = async (
  audience: string,
  { id, details }: Pick<Push, 'id' | 'details'>,
  { decision, number = '' }: Reply,
): Promise<string> => {
  const digest = base64url(await crypto.subtle.digest('SHA-256', utf8(details)))
  return ['signet-push-1', audience, id, decision, number, digest].join('\n')
}

/** @throws Refused: 401 for a wrong number, 404 for what is over */
export const reply = async (service: Service, push: Push, given: Reply): Promise<void> => {
  const signature = await signText(service.key, await signedText(service.url, push, given))
  await send(service, {
    method: 'POST',
    path: `${path}/pushes/${push.id}`,
    body: { ...given, signature },
  })
}

const subscription = `${path}/subscription`

const isSubscriptionState = (value: object): value is SubscriptionState =>
  'applicationServerKey' in value && 'subscribed' in value

/** Whether notices come, and the key to subscribe for. */
export const readSubscription = async (service: Service): Promise<SubscriptionState> => {
  const answer = read(
    await send(service, { method: 'GET', path: subscription, withinMillis: pollMillis }),
  )
  if (!isSubscriptionState(answer)) throw new Refused(500)
  return answer
}

/** Where notices reach this app from now on. */
export const subscribeAt = async (service: Service, given: Subscription): Promise<void> => {
  await send(service, { method: 'PUT', path: subscription, body: given })
}

/** The service forgets this app. */
export const giveUp = async (service: Service): Promise<void> => {
  await send(service, { method: 'DELETE', path })
}
