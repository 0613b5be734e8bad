import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { parsedJson } from '../json.ts'
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

/** By the key itself: who only knows the account's name must not have what was got with it. */
const nameOf = ({ privateKey, clientEmail, projectId }: FcmAccount): string =>
  `${projectId} ${clientEmail} ${fingerprintOf(privateKey)}`

type Sender = Pick<FcmMessage, 'account' | 'now'>

const tokenOf = async (outbound: Outbound, message: Sender, address: string): Promise<string> => {
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
  const { data } = Refused.safeParse(parsedJson(body))
  const codes = data?.error.details.map(({ errorCode }) => errorCode) ?? []
  if (status === 404 || codes.includes('UNREGISTERED')) return 'GONE'
  const mayRetry = status === 401 || status === 429 || status >= 500
  const reason = data?.error.status ?? ''
  throw new PushFailed(`FCM answered ${status} ${reason}`, { mayRetry })
}

interface Asked extends Sender {
  /** As the API takes it: `message`, and `validate_only` for one that is not delivered. */
  readonly body: object
}

const ask = async (
  outbound: Outbound,
  { account, now, body }: Asked,
  addresses: Addresses,
): Promise<Delivered> => {
  const token = await tokenOf(outbound, { account, now }, addresses.token)
  const path = `/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`
  const answer = await outbound
    .fetch('http', addresses.api + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      maxRedirects: 0,
      maxBytes: 65_536,
    })
    .catch(notReached)
  if (answer.status === 401) tokens.delete(nameOf(account))
  return outcomeOf(answer)
}

/** Sends a notice to an Android phone. @throws PushFailed */
export const sendFcm = async (
  outbound: Outbound,
  message: FcmMessage,
  addresses: Addresses = fcmAddresses,
): Promise<Delivered> => {
  const { account, now, registrationToken, data, topic } = message
  const ttl = `${secondsLeft(message)}s`
  const android = { priority: 'HIGH', ttl, collapse_key: topic }
  const body = { message: { token: registrationToken, data, android } }
  return ask(outbound, { account, now, body }, addresses)
}

/** Has a message validated that no device gets: project and service account are right. @throws PushFailed */
export const validateFcm = async (
  outbound: Outbound,
  sender: Sender,
  addresses: Addresses = fcmAddresses,
): Promise<void> => {
  const message = { topic: 'signet-test', data: { kind: 'SIGNET_TEST' } }
  const answered = await ask(
    outbound,
    { ...sender, body: { validate_only: true, message } },
    addresses,
  )
  if (answered === 'GONE') throw new PushFailed('FCM knows no such project', { mayRetry: false })
}
