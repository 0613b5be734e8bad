import { timingSafeEqual } from 'node:crypto'
import type { CodeDelivery } from '@signet/rules/code-deliveries'
import { foldCode } from '@signet/rules/codes'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { type Addressee, mailboxKey, mailCode } from '../notices/index.ts'
import { chargeText, textCode } from '../text-messages/index.ts'
import { dropUnsent, putOtp, type StoredOtp } from './otps.repository.ts'

interface Wanted {
  readonly transactionId: string
  /** A user's id, or a stranger's key. */
  readonly subject: string
  /** Null for a stranger: the same is done, and nothing is sent. */
  readonly recipient: Addressee | null
  readonly hint: string
  /** Which mail it is; that of a sign-in by default. */
  readonly mail?: 'contactCode'
  /** By mail unless it says otherwise; the recipient's address is a number then. */
  readonly delivery?: CodeDelivery
}

const newCode = (ctx: Context, digits: number): string =>
  String(ctx.platform.ids.random(6).readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0')

const hmacOf = (ctx: Context, transactionId: string, code: string): Promise<Buffer> =>
  ctx.platform.secrets.hmac(ctx.tenant.id, `otp:${transactionId}`, code)

/** Whose mailbox or telephone is counted: several users may share one. */
const recipientKey = (ctx: Context, { recipient, subject }: Wanted): string =>
  mailboxKey(ctx, recipient?.address.toLowerCase() ?? subject)

const after = (ctx: Context, seconds: number): Date =>
  new Date(ctx.platform.clock.now().getTime() + seconds * 1000)

interface Sending {
  readonly wanted: Wanted
  readonly recipient: Addressee
  readonly code: string
  readonly minutes: number
}

/** @throws too_many_requests, sms_voice_used_up when the tenant has no more messages */
const send = async (ctx: Context, { wanted, recipient, code, minutes }: Sending): Promise<void> => {
  const { delivery = 'EMAIL', mail = 'code', subject, transactionId } = wanted
  if (delivery === 'EMAIL') return mailCode(ctx, recipient, { mail, code, minutes })
  await chargeText(ctx, delivery)
  const { address: number, locale } = recipient
  textCode(ctx, { userId: subject, delivery, number, locale, code, minutes, transactionId })
}

/** @throws as `send`: the code that was put is taken back then */
const sendPut = async (ctx: Context, sending: Sending, codeHmac: Buffer): Promise<void> => {
  try {
    await send(ctx, sending)
  } catch (error) {
    await dropUnsent(ctx, { transactionId: sending.wanted.transactionId, codeHmac })
    throw error
  }
}

/**
 * Makes a code and sends it after the commit; one that was just sent is left as it is.
 * @throws too_many_requests when the mailbox, the telephone or the tenant has had its share;
 * sms_voice_used_up
 */
export const sendCode = async (ctx: Context, wanted: Wanted) => {
  const policy = await settings.otp(ctx, wanted.subject)
  const code = newCode(ctx, policy.digits)
  const codeHmac = await hmacOf(ctx, wanted.transactionId, code)
  const put = await putOtp(ctx, {
    transactionId: wanted.transactionId,
    subject: wanted.subject,
    recipient: recipientKey(ctx, wanted),
    codeHmac,
    hint: wanted.hint,
    expiresAt: after(ctx, policy.lifeSeconds),
    resendAfter: after(ctx, policy.resendSeconds),
    sendsPerHour: policy.sendsPerHour,
    delivery: wanted.delivery ?? 'EMAIL',
  })
  if (put.expires_at === null || put.resend_after === null || (!put.put && !put.early)) {
    throw new ApiError('too_many_requests')
  }
  const { recipient } = wanted
  if (put.put && recipient !== null) {
    const minutes = Math.floor(policy.lifeSeconds / 60)
    await sendPut(ctx, { wanted, recipient, code, minutes }, codeHmac)
  }
  return { hint: wanted.hint, expiresAt: put.expires_at, resendAfter: put.resend_after }
}

/** Whether this is the transaction's code; the same work whether there is one or not. */
export const isCode = async (
  ctx: Context,
  { otp, transactionId }: { readonly otp: StoredOtp | undefined; readonly transactionId: string },
  response: string,
): Promise<boolean> => {
  const given = await hmacOf(ctx, transactionId, foldCode(response))
  return timingSafeEqual(given, otp?.code_hmac ?? Buffer.alloc(given.length)) && otp !== undefined
}
