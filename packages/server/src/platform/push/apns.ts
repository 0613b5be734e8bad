import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { ClientCertificate, Outbound, OutboundAnswer, OutboundRequest } from '../outbound.ts'
import { type Delivered, type Lifetime, PushFailed, secondsLeft } from '../push.ts'
import { fingerprintOf, signedToken } from './signed-token.ts'

/** A key of the tenant's developer account (Apple, “Establishing a token-based connection to APNs”). */
interface ApnsKey {
  readonly privateKey: KeyObject
  readonly keyId: string
  readonly teamId: string
}

interface ApnsMessage extends Lifetime {
  readonly key: ApnsKey
  /** The app's bundle id. */
  readonly bundleId: string
  readonly deviceToken: string
  readonly payload: object
  readonly topic: string
}

export const apnsAddresses = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
} as const

/** Tokens are refused when they change more often than every 20 minutes, or are an hour old. */
const tokenMillis = 40 * 60_000
const tokens = new LRUCache<string, { readonly token: string; readonly until: number }>({
  max: 1000,
})

/** By the key itself: who only knows its name must not have what it signed. */
const nameOf = ({ privateKey, keyId, teamId }: ApnsKey): string =>
  `${teamId} ${keyId} ${fingerprintOf(privateKey)}`

const tokenOf = (key: ApnsKey, now: Date): string => {
  const { privateKey, keyId, teamId } = key
  const known = tokens.get(nameOf(key))
  if (known !== undefined && known.until > now.getTime()) return known.token
  const token = signedToken(privateKey, {
    header: { alg: 'ES256', kid: keyId },
    claims: { iss: teamId, iat: Math.floor(now.getTime() / 1000) },
  })
  tokens.set(nameOf(key), { token, until: now.getTime() + tokenMillis })
  return token
}

const Refused = z.object({ reason: z.string() })

const reasonOf = (body: Buffer): string => {
  try {
    return Refused.safeParse(JSON.parse(body.toString('utf8'))).data?.reason ?? ''
  } catch {
    return ''
  }
}

const gone = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered'])

const outcomeOf = (status: number, reason: string): Delivered => {
  if (status === 200) return 'TAKEN'
  if (status === 410 || gone.has(reason)) return 'GONE'
  const mayRetry = status === 429 || status >= 500
  throw new PushFailed(`APNs answered ${status} ${reason}`, { mayRetry })
}

interface Sent {
  readonly deviceToken: string
  readonly address: string
  readonly payload: object
}

const post = (
  outbound: Outbound,
  { deviceToken, address, payload }: Sent,
  options: Pick<OutboundRequest, 'headers' | 'clientCertificate'>,
): Promise<OutboundAnswer> =>
  outbound
    .fetch('http', `${address}/3/device/${encodeURIComponent(deviceToken)}`, {
      ...options,
      http2: true,
      method: 'POST',
      headers: { ...options.headers, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      maxRedirects: 0,
      maxBytes: 65_536,
    })
    .catch((cause: unknown) => {
      throw new PushFailed('APNs was not reached', { mayRetry: true, cause })
    })

/** Seconds since 1970; until then APNs keeps a notice for a phone that is off. */
const expirationOf = (life: Lifetime): string =>
  String(Math.floor(life.now.getTime() / 1000) + secondsLeft(life))

/** Sends a notice to an iPhone. @throws PushFailed */
export const sendApns = async (
  outbound: Outbound,
  message: ApnsMessage,
  address: string = apnsAddresses.production,
): Promise<Delivered> => {
  const { key, bundleId, topic, now } = message
  const answer = await post(
    outbound,
    { ...message, address },
    {
      headers: {
        authorization: `bearer ${tokenOf(key, now)}`,
        'apns-topic': bundleId,
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-expiration': expirationOf(message),
        'apns-collapse-id': topic,
      },
    },
  )
  const reason = reasonOf(answer.body)
  if (reason === 'ExpiredProviderToken') tokens.delete(nameOf(key))
  return outcomeOf(answer.status, reason)
}

interface PassNotice extends Lifetime {
  /** Of the pass type, as it signs passes: APNs takes it for their topic. */
  readonly proof: ClientCertificate
  readonly passTypeIdentifier: string
  readonly deviceToken: string
}

/**
 * Tells a phone that passes of a type have changed (Apple, “Adding a web service to update passes”):
 * nothing of them is said, the phone asks.
 * @throws PushFailed
 */
export const sendPassNotice = async (
  outbound: Outbound,
  notice: PassNotice,
  address: string = apnsAddresses.production,
): Promise<Delivered> => {
  const { proof, passTypeIdentifier, deviceToken } = notice
  const { status, body } = await post(
    outbound,
    { deviceToken, address, payload: {} },
    {
      clientCertificate: proof,
      headers: {
        'apns-topic': passTypeIdentifier,
        'apns-push-type': 'background',
        'apns-priority': '5',
        'apns-expiration': expirationOf(notice),
      },
    },
  )
  return outcomeOf(status, reasonOf(body))
}
