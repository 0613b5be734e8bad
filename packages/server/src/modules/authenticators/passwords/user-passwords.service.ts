import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { expectMailServer } from '../../settings/email-messages/index.ts'
import { endSessionsOf } from '../../tenancy/sessions/index.ts'
import { expectAuthority } from '../owners/index.ts'
import { hashChosen, readStatus, storePassword, takeAway } from './passwords.service.ts'

interface Assignment {
  readonly password: string
  readonly forceUpdate: boolean
}

/** An administrator sets a password. @throws user_not_found, rights_not_held, password_invalid... */
export const assign = async (
  ctx: Context,
  userId: string,
  { password, forceUpdate }: Assignment,
) => {
  const owner = await expectAuthority(ctx, userId)
  const hash = await hashChosen(ctx, { userId, password, byAdministrator: true })
  await ctx.transaction(async (ctx) => {
    await expectAuthority(ctx, userId)
    const choice = { userId, hash, forceChange: forceUpdate, transactionId: null }
    await storePassword(ctx, choice)
    await endSessionsOf(ctx, userId)
    audit(ctx, 'PASSWORD_SET', {
      subject: { entity: 'USERS', ...owner },
      after: { forceUpdate },
    })
  })
  return readStatus(ctx, userId, password)
}

/** @throws user_not_found, rights_not_held, not_found */
export const remove = (ctx: Context, userId: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const owner = await expectAuthority(ctx, userId)
    await takeAway(ctx, owner)
    await endSessionsOf(ctx, userId)
    return undefined
  })

/** Asks someone by mail to choose a new password; never mails one. @throws email_server_missing */
export const remind = async (
  ctx: Context,
  owner: { readonly id: string; readonly name: string },
) => {
  await expectMailServer(ctx)
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'PASSWORD_NOTIFIED', { subject: { entity: 'USERS', ...owner } })
  })
}
