import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { day } from '../../../kit/module.ts'
import type { Answered } from '../../../kit/pipeline.ts'
import {
  type CallKey,
  claimCall,
  findCall,
  forgetCall,
  keepAnswer,
} from './idempotency.repository.ts'

/** How long a key is known. */
const keptMillis = day
/** Longer answers are not kept: a repeat is told that the call was made. */
const longestAnswer = 1_048_576

const Kept = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
})

/** As a text, or as a string of structured fields (RFC 9651, section 3.3.3). */
const keyPattern = /^(?:"([!#-~ ]{1,255})"|([!#-~]{1,255}))$/

/** @throws invalid_parameters */
const keyOf = (header: string): string => {
  const [, quoted, bare] = keyPattern.exec(header.trim()) ?? []
  const key = quoted ?? bare
  if (key !== undefined) return key
  const message = 'is 1 to 255 visible ASCII characters'
  throw new ApiError('invalid_parameters', {
    fields: [{ path: 'headers.Idempotency-Key', message }],
  })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const callerOf = ({ actor }: Context): string => ('id' in actor ? `${actor.kind} ${actor.id}` : '')

const purpose = (id: string): string => `idempotent-call:${id}`

interface Call {
  /** The header, as it was sent. */
  readonly header: string
  /** What the call is and what it was given, in one text: the same for a repeat. */
  readonly content: string
}

/** What the first call with this key was answered. @throws idempotency_key_reused, idempotency_key_in_use */
const replayed = async (ctx: Context, key: CallKey, fingerprint: Buffer): Promise<Answered> => {
  const found = await findCall(ctx, key)
  if (found !== undefined && !found.fingerprint.equals(fingerprint)) {
    throw new ApiError('idempotency_key_reused')
  }
  if (found === undefined || found.sealed_answer === null) {
    throw new ApiError('idempotency_key_in_use')
  }
  const { secrets } = ctx.platform
  const opened = await secrets.open(ctx.tenant.id, purpose(found.id), found.sealed_answer)
  const kept = Kept.parse(JSON.parse(opened.toString('utf8')))
  return { ...kept, headers: { ...kept.headers, 'Idempotent-Replayed': 'true' } }
}

const keep = async (ctx: Context, id: string, answer: Answered): Promise<void> => {
  const text = JSON.stringify(Kept.parse(answer))
  if (text.length > longestAnswer) return
  const { secrets } = ctx.platform
  await keepAnswer(ctx, id, await secrets.seal(ctx.tenant.id, purpose(id), Buffer.from(text)))
}

/**
 * Makes a call once for a key of its caller, and answers repeats within a day as the first one was
 * answered (draft-ietf-httpapi-idempotency-key-header-07). A call that was rejected is forgotten: a repeat
 * tries again. One that broke off unexpectedly, or whose process ended before it was answered, is not
 * repeated: its outcome is unknown.
 * @throws invalid_parameters, idempotency_key_reused, idempotency_key_in_use
 */
export const answerOnce = async (
  ctx: Context,
  { header, content }: Call,
  make: () => Promise<Answered>,
): Promise<Answered> => {
  const key = { caller: callerOf(ctx), keyHash: digest(keyOf(header)) }
  const fingerprint = digest(content)
  const expiredBefore = new Date(ctx.platform.clock.now().getTime() - keptMillis)
  const id = await claimCall(ctx, { ...key, fingerprint, expiredBefore })
  if (id === null) return replayed(ctx, key, fingerprint)
  let answer: Answered
  try {
    answer = await make()
  } catch (error) {
    if (error instanceof ApiError) await forgetCall(ctx, key)
    throw error
  }
  await keep(ctx, id, answer)
  return answer
}
