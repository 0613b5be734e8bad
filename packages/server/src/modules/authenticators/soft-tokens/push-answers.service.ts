import { createPublicKey, hash, timingSafeEqual, verify } from 'node:crypto'
import { type PushAnswer, PushDetails } from '@signet/contract/authenticators/soft-tokens'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { raiseConcern } from './concern.ts'
import type { KnownDevice } from './devices.repository.ts'
import { wake } from './push-waiting.ts'
import { lockWaiting, type StoredPush, storeAnswer } from './pushes.repository.ts'
import { hmacOfNumber } from './pushes.service.ts'

type Answer = z.output<typeof PushAnswer>

/** The text an app signs (docs/protocols/soft-token.md). */
const signedText = (
  audience: string,
  { id, details }: Pick<StoredPush, 'id' | 'details'>,
  { decision, number = '' }: Pick<Answer, 'decision' | 'number'>,
): string =>
  ['signet-push-1', audience, id, decision, number, hash('sha256', details, 'base64url')].join('\n')

const isSigned = (
  ctx: Context,
  { device, push, answer }: { device: KnownDevice; push: StoredPush; answer: Answer },
): boolean =>
  verify(
    'sha256',
    Buffer.from(signedText(ctx.tenant.publicUrl, push, answer)),
    {
      key: createPublicKey({ key: device.public_key, format: 'der', type: 'spki' }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(answer.signature, 'base64url'),
  )

const states = { APPROVE: 'APPROVED', DENY: 'DENIED', CONCERN: 'CONCERN' } as const

/** The state after an answer: a wrong number ends the push, whoever typed it did not see the browser. */
const stateAfter = async (ctx: Context, push: StoredPush, { decision, number = '' }: Answer) => {
  const { number_hmac } = push
  if (decision !== 'APPROVE' || number_hmac === null) return states[decision]
  const given = await hmacOfNumber(ctx, push.id, number)
  return timingSafeEqual(given, number_hmac) ? 'APPROVED' : 'DENIED'
}

/** Of a question that somebody asked who spoke with the person. */
const AskedBy = PushDetails.pick({ purpose: true, agent: true })

const askedBy = ({ details }: StoredPush) => {
  const { purpose, agent } = AskedBy.parse(JSON.parse(details))
  return agent === undefined ? {} : { purpose, agent }
}

interface Given {
  readonly id: string
  readonly given: Answer
}

/** Takes an answer; in a transaction. */
const take = async (ctx: Context, device: KnownDevice, { id, given }: Given) => {
  const push = await lockWaiting(ctx, { id, userId: device.user_id })
  if (push === undefined) throw new ApiError('not_found')
  if (!isSigned(ctx, { device, push, answer: given })) throw new ApiError('invalid_user_response')
  const state = await stateAfter(ctx, push, given)
  await storeAnswer(ctx, id, {
    state,
    device_id: device.id,
    signature: Buffer.from(given.signature, 'base64url'),
    answered_at: ctx.platform.clock.now(),
  })
  const person = { id: device.user_id, name: device.user_name }
  audit(ctx, 'PUSH_ANSWERED', {
    subject: { entity: 'USERS', ...person },
    actor: { kind: 'user', ...person },
    attributes: {
      transaction: push.transaction_id,
      answer: state,
      token: device.serial,
      ...askedBy(push),
    },
    outcome: state === 'APPROVED' ? 'SUCCESS' : 'DENIED',
  })
  if (state === 'CONCERN') await raiseConcern(ctx, device, push)
  return { transactionId: push.transaction_id, state }
}

/** @throws not_found when it cannot be answered any more, invalid_user_response */
export const answer = async (
  ctx: Context,
  device: KnownDevice,
  answered: Given,
): Promise<undefined> => {
  const { transactionId, state } = await ctx.transaction((open) => take(open, device, answered))
  wake(ctx, transactionId)
  if (answered.given.decision === 'APPROVE' && state !== 'APPROVED') {
    throw new ApiError('invalid_user_response')
  }
  return undefined
}
