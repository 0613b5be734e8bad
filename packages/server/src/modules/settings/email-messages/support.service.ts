import type { SupportRequest } from '@signet/contract/settings/customersupport'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { MailFailed } from '../../../platform/mail.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import { expectMailServer } from './expect-mail-server.ts'
import { sendMail } from './send.ts'

const readAsker = async (ctx: Context) => {
  const row = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', signedInUser(ctx).id)
    .executeTakeFirst()
  if (row === undefined || row.email === null) throw new ApiError('email_address_missing')
  return { userId: row.user_id, email: row.email }
}

/** @throws email_address_missing, support_unavailable, email_server_missing, email_not_sent */
export const askSupport = async (
  ctx: Context,
  { subject, message }: z.output<typeof SupportRequest>,
): Promise<undefined> => {
  const { config, ids, clock } = ctx.platform
  if (config.supportAddress === null) throw new ApiError('support_unavailable')
  const { userId, email } = await readAsker(ctx)
  await expectMailServer(ctx)
  try {
    await sendMail(ctx, {
      id: ids.uuid(),
      type: 'supportRequest',
      to: config.supportAddress,
      locale: 'en',
      replyTo: email,
      isLast: true,
      isAwaited: true,
      values: {
        topic: subject,
        message,
        sender: `${userId} <${email}>`,
        at: clock.now().toISOString(),
      },
    })
  } catch (error) {
    if (!(error instanceof MailFailed) && !(error instanceof OutboundRefused)) throw error
    throw new ApiError('email_not_sent', { cause: error })
  }
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'SUPPORT_ASKED', {
      subject: { entity: 'TENANTS', id: ctx.tenant.id, name: ctx.tenant.companyName },
      attributes: { topic: subject },
    })
  })
  return undefined
}
