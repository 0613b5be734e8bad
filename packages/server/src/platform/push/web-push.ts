import type { Outbound } from '../outbound.ts'
import { type Delivered, type Lifetime, PushFailed, secondsLeft } from '../push.ts'
import { encryptFor, type Recipient } from './content-encryption.ts'
import { type VapidKey, vapidHeader } from './vapid.ts'

interface WebMessage extends Lifetime, Recipient {
  readonly endpoint: string
  readonly content: object
  readonly key: VapidKey
  readonly contact: string
  /** A later message of the topic replaces one that was not delivered (RFC 8030, section 5.4). */
  readonly topic: string
}

const outcomeOf = (status: number): Delivered => {
  if (status >= 200 && status < 300) return 'TAKEN'
  // RFC 8030, section 7.3: the subscription has ended.
  if (status === 404 || status === 410) return 'GONE'
  const mayRetry = status === 429 || status >= 500
  throw new PushFailed(`the push service answered ${status}`, { mayRetry })
}

/** Sends a message to a browser through its push service (RFC 8030, section 5). @throws PushFailed */
export const sendWebPush = async (outbound: Outbound, message: WebMessage): Promise<Delivered> => {
  const { endpoint, content, key, topic } = message
  const answer = await outbound
    .fetch('http', endpoint, {
      method: 'POST',
      headers: {
        authorization: vapidHeader(key, message),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(secondsLeft(message)),
        urgency: 'high',
        topic,
      },
      body: encryptFor(message, Buffer.from(JSON.stringify(content))),
      maxRedirects: 0,
      maxBytes: 65_536,
    })
    .catch((cause: unknown) => {
      throw new PushFailed('the push service was not reached', { mayRetry: true, cause })
    })
  return outcomeOf(answer.status)
}
