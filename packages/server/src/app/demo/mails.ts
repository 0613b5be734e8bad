import type { Context } from '../../kit/context.ts'
import { putMessage } from '../../modules/settings/email-messages/index.ts'

const hourMillis = 3_600_000
const taken = { state: 'SENT', reply: '250 2.0.0 accepted' } as const
const bounced = {
  state: 'BOUNCED',
  reply: '550 5.1.1 no such mailbox',
  reason: 'RECIPIENT',
} as const

const mails = [
  { type: 'code', to: 'amelia.becker', hoursAgo: 5, ...taken },
  { type: 'newDevice', to: 'amelia.becker', hoursAgo: 6, ...taken },
  { type: 'passwordChanged', to: 'sam', hoursAgo: 29, ...taken },
  { type: 'passwordRequested', to: 'sam', hoursAgo: 30, ...taken },
  { type: 'code', to: 'former.colleague', hoursAgo: 53, ...bounced },
] as const

/** What people were mailed in the last days, for the log of mails. */
export const insertMails = async (ctx: Context): Promise<void> => {
  const now = ctx.platform.clock.now().getTime()
  const users = await ctx.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(
      'email',
      'in',
      mails.map(({ to }) => `${to}@acme.example`),
    )
    .execute()
  for (const { to, hoursAgo, ...mail } of mails) {
    const at = new Date(now - hoursAgo * hourMillis)
    const recipient = `${to}@acme.example`
    await putMessage(ctx, {
      ...mail,
      id: ctx.platform.ids.uuid(),
      locale: 'en',
      user_id: users.find(({ email }) => email === recipient)?.id ?? null,
      recipient,
      recipient_key: recipient,
      via: 'OPERATOR',
      created_at: at,
      updated_at: at,
    })
  }
}
