import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type Addressee, mailCode } from '../notices/index.ts'
import { policies } from '../policies/index.ts'
import { putOtp, type StoredOtp } from './otps.repository.ts'

interface Wanted {
  readonly transactionId: string
  /** A user's id, or a stranger's key. */
  readonly subject: string
  /** Null for a stranger: the same is done, and nothing is sent. */
  readonly recipient: Addressee | null
  readonly hint: string
}

const newCode = (ctx: Context, digits: number): string =>
  String(ctx.platform.ids.random(6).readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0')

const hmacOf = (ctx: Context, transactionId: string, code: string): Promise<Buffer> =>
  ctx.platform.secrets.hmac(ctx.tenant.id, `otp:${transactionId}`, code)

/** Whose mailbox is counted: several users may share an address. */
const recipientKey = (ctx: Context, { recipient, subject }: Wanted): string =>
  createHmac('sha256', ctx.platform.secrets.derive(ctx.tenant.id, 'mail-recipient'))
    .update(recipient?.address.toLowerCase() ?? subject)
    .digest('base64url')

const after = (ctx: Context, seconds: number): Date =>
  new Date(ctx.platform.clock.now().getTime() + seconds * 1000)

/**
 * Makes a code and mails it after the commit; one that was just sent is left as it is.
 * @throws too_many_requests when the mailbox has had its share
 */
export const sendCode = async (ctx: Context, wanted: Wanted) => {
  const policy = await policies.otp(ctx)
  const code = newCode(ctx, policy.digits)
  const put = await putOtp(ctx, {
    transactionId: wanted.transactionId,
    subject: wanted.subject,
    recipient: recipientKey(ctx, wanted),
    codeHmac: await hmacOf(ctx, wanted.transactionId, code),
    hint: wanted.hint,
    expiresAt: after(ctx, policy.lifeSeconds),
    resendAfter: after(ctx, policy.resendSeconds),
    sendsPerHour: policy.sendsPerHour,
  })
  if (put.expires_at === null || put.resend_after === null || (!put.put && !put.early)) {
    throw new ApiError('too_many_requests')
  }
  if (put.put && wanted.recipient !== null) {
    const minutes = Math.floor(policy.lifeSeconds / 60)
    mailCode(ctx, wanted.recipient, { code, minutes })
  }
  return { hint: wanted.hint, expiresAt: put.expires_at, resendAfter: put.resend_after }
}

/** Whether this is the transaction's code; the same work whether there is one or not. */
export const isCode = async (
  ctx: Context,
  { otp, transactionId }: { readonly otp: StoredOtp | undefined; readonly transactionId: string },
  response: string,
): Promise<boolean> => {
  const given = await hmacOf(ctx, transactionId, response.replace(/[\s-]/g, ''))
  return timingSafeEqual(given, otp?.code_hmac ?? Buffer.alloc(given.length)) && otp !== undefined
}
