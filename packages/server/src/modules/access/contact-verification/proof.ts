import type { ContactChallenge } from '@signet/contract/access/contact-verification'
import { type CodeDelivery, messageHint } from '@signet/rules/code-deliveries'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { errorCodeOf } from '../../../platform/db/sql-errors.ts'
import {
  consumeOtp,
  isCode,
  otpQuery,
  type StoredOtp,
  sendCode,
} from '../../authenticators/otps/index.ts'
import type { FoundUser } from '../../identity/users/index.ts'
import {
  forgetChallenge,
  keepChallenge,
  type StoredChallenge,
  type Subject,
  takeTry,
} from './contact-verification.repository.ts'

/** Longer than any code lives. */
const challengeMillis = 30 * 60_000

interface Asked extends Subject {
  /** What is proven, or is to be; null takes it away. */
  readonly value: string | null
  /** Where the code goes. */
  readonly address: string
  /** How it gets there; by mail unless it says otherwise. */
  readonly delivery?: CodeDelivery
}

/** Enough of an address for its owner to know it. */
const hintOf = (address: string, delivery: CodeDelivery = 'EMAIL'): string =>
  delivery === 'EMAIL' ? address.replace(/^(.).*(?=@)/, '$1•••') : messageHint(delivery, address)

/** Notes what is asked, and returns the id that its code goes by. */
const keep = (ctx: Context, user: FoundUser, { value, purpose, attribute }: Asked) =>
  ctx.transaction(async (ctx) => {
    const expiresAt = new Date(ctx.platform.clock.now().getTime() + challengeMillis)
    const id = await keepChallenge(ctx, { purpose, attribute }, { value, expiresAt })
    audit(ctx, 'CONTACT_CHALLENGED', {
      subject: { entity: 'USERS', id: user.id, name: user.user_id },
      attributes: { attribute, purpose },
    })
    return id
  })

/** Sends a code that this session alone may answer. @throws too_many_requests */
export const challenge = async (
  ctx: Context,
  user: FoundUser,
  asked: Asked,
): Promise<z.input<typeof ContactChallenge>> =>
  // Outside the transaction: the mail is composed after the answer has left.
  sendCode(ctx, {
    transactionId: await keep(ctx, user, asked),
    subject: user.id,
    recipient: {
      userId: user.id,
      address: asked.address,
      name: user.first_name ?? user.user_id,
      locale: user.locale ?? ctx.tenant.defaultLocale,
    },
    hint: hintOf(asked.address, asked.delivery),
    mail: 'contactCode',
    delivery: asked.delivery ?? 'EMAIL',
  })

const isTakenMeanwhile = (error: unknown): boolean => errorCodeOf(error) === '22012'

/**
 * Runs `work` with what the session wanted to prove, once, if the code is right.
 * @throws no_otp when nothing was asked, the code is used or every try is; invalid_user_response
 */
export const answer = async <T>(
  ctx: Context,
  { response, ...subject }: Subject & { readonly response: string },
  work: (ctx: Context, wanted: StoredChallenge, otp: StoredOtp) => Promise<T>,
): Promise<T> => {
  const wanted = await takeTry(ctx, subject)
  if (wanted === undefined) throw new ApiError('no_otp')
  const { rows } = await ctx.db.executeQuery(otpQuery(ctx, wanted.id))
  const [otp] = rows
  const isRight = await isCode(ctx, { otp, transactionId: wanted.id }, response)
  if (!isRight || otp === undefined || otp.subject !== signedInUser(ctx).id) {
    throw new ApiError(otp === undefined ? 'no_otp' : 'invalid_user_response')
  }
  try {
    return await ctx.transaction(async (ctx) => {
      await ctx.db.executeQuery(consumeOtp(ctx, otp))
      await forgetChallenge(ctx, wanted)
      return work(ctx, wanted, otp)
    })
  } catch (error) {
    if (isTakenMeanwhile(error)) throw new ApiError('no_otp', { cause: error })
    throw error
  }
}
