import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Outbound, OutboundAnswer } from '../outbound.ts'
import { type Delivered, type Lifetime, PushFailed, secondsLeft } from '../push.ts'
import { askForToken } from './service-account.ts'
import { fingerprintOf } from './signed-token.ts'

/** A service account of the tenant's project (Google, “HTTP v1 API”). */
interface FcmAccount {
  readonly privateKey: KeyObject
  readonly clientEmail: string
  readonly projectId: string
}

interface FcmMessage extends Lifetime {
  readonly account: FcmAccount
  readonly registrationToken: string
  /** Values are texts. */
  readonly data: Readonly<Record<string, string>>
  readonly topic: string
}

const fcmAddresses = {
  token: 'https://oauth2.googleapis.com/token',
  api: 'https://fcm.googleapis.com',
} as const

interface Addresses {
  readonly token: string
  readonly api: string
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging'

const tokens = new LRUCache<string, { readonly token: string; readonly until: number }>({
  max: 1000,
})
/** Before a token ends another one is asked for. */
const marginMillis = 60_000

const notReached = (cause: unknown): never => {
  throw new PushFailed('FCM was not reached', { mayRetry: true, cause })
}

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** By the key itself: who only knows the account's name must not have what was got with it. */
const nameOf = ({ privateKey, clientEmail, projectId }: FcmAccount): string =>
  `${projectId} ${clientEmail} ${fingerprintOf(privateKey)}`

const tokenOf = async (
  outbound: Outbound,
  message: FcmMessage,
  address: string,
): Promise<string> => {
  const now = message.now.getTime()
  const known = tokens.get(nameOf(message.account))
  if (known !== undefined && known.until > now) return known.token
  const { account } = message
  const granted = await askForToken(outbound, { account, scope, address, now: message.now })
  const until = now + granted.expires_in * 1000 - marginMillis
  tokens.set(nameOf(message.account), { token: granted.access_token, until })
  return granted.access_token
}

const Refused = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.object({ errorCode: z.string().optional() })).default([]),
  }),
})

const outcomeOf = ({ status, body }: OutboundAnswer): Delivered => {
  if (status === 200) return 'TAKEN'
  const { data } = Refused.safeParse(parsed(body))
  const codes = data?.error.details.map(({ errorCode }) => errorCode) ?? []
  if (status === 404 || codes.includes('UNREGISTERED')) return 'GONE'
  const mayRetry = status === 401 || status === 429 || status >= 500
  const reason = data?.error.status ?? ''
  throw new PushFailed(`FCM answered ${status} ${reason}`, { mayRetry })
}

/** Sends a notice to an Android phone. @throws PushFailed */
export const sendFcm = async (
  outbound: Outbound,
  message: FcmMessage,
  addresses: Addresses = fcmAddresses,
): Promise<Delivered> => {
  const { account, registrationToken, data, topic } = message
  const token = await tokenOf(outbound, message, addresses.token)
  const ttl = `${secondsLeft(message)}s`
  const android = { priority: 'HIGH', ttl, collapse_key: topic }
  const path = `/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`
  const answer = await outbound
    .fetch('http', addresses.api + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: { token: registrationToken, data, android } }),
      maxRedirects: 0,
      maxBytes: 65_536,
    })
    .catch(notReached)
  if (answer.status === 401) tokens.delete(nameOf(account))
  return outcomeOf(answer)
}
