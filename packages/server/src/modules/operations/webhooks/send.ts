import type { WebhookFailure } from '../../../platform/db/schema/webhooks.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import type { Platform } from '../../../platform/platform.ts'
import { signedHeaders } from './signing.ts'

const timeoutMillis = 10_000
const keptBytes = 1024

interface Sending {
  readonly url: string
  /** The present secret, and the former one while it still signs. */
  readonly secrets: readonly Buffer[]
  /** Equal for every attempt. */
  readonly id: string
  readonly body: string
}

export interface Attempt {
  readonly status: number | null
  readonly failure: WebhookFailure | null
  readonly durationMillis: number
  /** The beginning of the answer. */
  readonly answer: Buffer
}

const failureOf = (status: number): WebhookFailure | null => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'REDIRECTED' : 'ANSWER_REFUSED'
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' || (error.cause !== undefined && isTimeout(error.cause)))

const reasonOf = (error: unknown): WebhookFailure => {
  if (error instanceof OutboundRefused) return 'ADDRESS_REFUSED'
  return isTimeout(error) ? 'NO_ANSWER_IN_TIME' : 'UNREACHABLE'
}

/** Posts one message, signed; what went wrong is told in the result. No redirect is followed. */
export const send = async (
  { outbound, clock }: Pick<Platform, 'outbound' | 'clock'>,
  { url, secrets, id, body }: Sending,
): Promise<Attempt> => {
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  try {
    const answer = await outbound.fetch('http', url, {
      method: 'POST',
      headers: signedHeaders(secrets, { id, at: clock.now(), body }),
      body,
      maxRedirects: 0,
      timeoutMillis,
      cutAtBytes: keptBytes,
    })
    return {
      status: answer.status,
      failure: failureOf(answer.status),
      durationMillis: took(),
      answer: answer.body,
    }
  } catch (error) {
    const failure = reasonOf(error)
    return { status: null, failure, durationMillis: took(), answer: Buffer.alloc(0) }
  }
}
