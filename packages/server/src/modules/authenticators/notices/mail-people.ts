import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import type { Notice } from './notices.ts'

export interface Recipient {
  readonly userId: string
  readonly address: string
  readonly name: string
  readonly locale: string | null
}

/** A user at their email address, which they have proven to be theirs. @throws no_contact */
export const recipientOf = async (ctx: Context, userId: string | null): Promise<Recipient> => {
  if (userId === null) throw new ApiError('no_contact')
  const user = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'first_name', 'email', 'locale'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .executeTakeFirst()
  if (user === undefined || user.email === null) throw new ApiError('no_contact')
  const name = user.first_name ?? user.user_id
  return { userId, address: user.email, name, locale: user.locale }
}

interface Letter extends Notice {
  readonly to: Recipient
}

/** Mails a notice of their own to each of many people, by jobs of the open transaction. */
export const mailEach = async (ctx: Context, letters: readonly Letter[]): Promise<void> => {
  const at = ctx.platform.clock.now().toISOString()
  const { address, userAgent: browser } = ctx.request
  const contents = letters.map(({ to, kind, values = {} }) => ({
    to: { ...to },
    kind,
    values: { ...values },
    at,
    address,
    browser,
  }))
  await ctx.platform.queue.enqueueAll(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'mail',
    contents,
  })
}

/**
 * Mails a notice to people who are not the ones it happened to, by jobs of the open transaction.
 * The tenant's secrets must be ready.
 */
export const mailPeople = (
  ctx: Context,
  people: readonly Recipient[],
  notice: Notice,
): Promise<void> =>
  mailEach(
    ctx,
    people.map((to) => ({ to, ...notice })),
  )
