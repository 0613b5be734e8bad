import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { settings } from '../../settings/families/index.ts'
import { type Addressee, mailboxKey, mailNow } from '../notices/index.ts'
import { putAsked } from './magic-links.repository.ts'
import { addressOf, newToken } from './magic-links.service.ts'

interface Asking {
  readonly transactionId: string
  /** A user's id, or a stranger's key. */
  readonly subject: string
  readonly userId: string | null
  readonly waiting: Readonly<Record<string, unknown>>
  /** Null for whom no link is mailed to: the same is done, and nothing is sent. */
  readonly recipient: Addressee | null
}

const after = (ctx: Context, seconds: number): Date =>
  new Date(ctx.platform.clock.now().getTime() + seconds * 1000)

/**
 * Makes a link for a sign-in and mails it after the answer; one that was just sent is left as it is.
 * @throws too_many_requests when the mailbox has had its share
 */
export const askForLink = async (ctx: Context, { recipient, ...asking }: Asking) => {
  const { lifeSeconds, resendSeconds } = await settings.magicLink(ctx, asking.subject)
  const { sendsPerHour } = await settings.otp(ctx, asking.subject)
  const token = newToken(ctx)
  const put = await putAsked(ctx, {
    ...asking,
    token,
    recipient: mailboxKey(ctx, recipient?.address.toLowerCase() ?? asking.subject),
    expiresAt: after(ctx, lifeSeconds),
    resendAfter: after(ctx, resendSeconds),
    sendsPerHour,
  })
  if (put.expires_at === null || put.resend_after === null || (!put.put && !put.early)) {
    throw new ApiError('too_many_requests')
  }
  if (put.put && recipient !== null) {
    const values = { magicUrl: addressOf(ctx, token), minutes: Math.floor(lifeSeconds / 60) }
    mailNow(ctx, recipient, { mail: 'magicLink', values })
  }
  return { expiresAt: put.expires_at, resendAfter: put.resend_after }
}
