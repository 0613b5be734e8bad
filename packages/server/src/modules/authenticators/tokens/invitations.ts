import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { mailPeople, type Recipient } from '../notices/index.ts'
import type { StoredToken } from './tokens.repository.ts'

/** Where the owner is mailed; an unproven address may be somebody else's. @throws no_contact */
const addresseeOf = async (ctx: Context, { user_id }: StoredToken): Promise<Recipient> => {
  if (user_id === null) throw new ApiError('no_contact')
  const user = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'first_name', 'email', 'email_verified', 'locale'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (user === undefined || user.email === null || !user.email_verified) {
    throw new ApiError('no_contact')
  }
  const name = user.first_name ?? user.user_id
  return { userId: user_id, address: user.email, name, locale: user.locale }
}

interface Invitation {
  readonly link: string
  readonly expiresAt: Date
}

/** Mails the link by which an app takes a token over. In a transaction. @throws no_contact */
export const mailInvitation = async (
  ctx: Context,
  token: StoredToken,
  { link, expiresAt }: Invitation,
): Promise<void> => {
  const to = await addresseeOf(ctx, token)
  const minutes = Math.round((expiresAt.getTime() - ctx.platform.clock.now().getTime()) / 60_000)
  await mailPeople(ctx, [to], { kind: 'tokenActivation', values: { appUrl: link, minutes } })
}
