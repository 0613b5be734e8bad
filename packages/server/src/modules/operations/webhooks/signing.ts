import { createHmac } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'

/** Standard Webhooks 1.0, "Signature scheme": symmetric secrets of 24 to 64 bytes. */
const secretBytes = 32

export const newSecret = ({ platform }: Context): Buffer => platform.ids.random(secretBytes)

/** A secret as it is shown: `whsec_` and base64. */
export const shownSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

export const secretPurpose = (id: string): string => `webhook:${id}`
export const formerPurpose = (id: string): string => `webhook-former:${id}`

interface Message {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/**
 * The headers of one attempt (Standard Webhooks 1.0): the id, the time in seconds, and a signature
 * by each secret over `id.time.body`.
 */
export const signedHeaders = (
  secrets: readonly Buffer[],
  { id, at, body }: Message,
): Record<string, string> => {
  const seconds = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`)
    return `v1,${mac.digest('base64')}`
  })
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
