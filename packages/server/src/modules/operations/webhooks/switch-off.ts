import { sql } from 'kysely'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { holdRow, updateRow } from '../../../platform/db/row-sets.ts'
import { mailPeople, type Recipient } from '../../authenticators/notices/index.ts'
import { followEvents } from './webhook-consumer.ts'
import { type StoredWebhook } from './webhooks.repository.ts'

const mostRecipients = 50

/** Active users who may change webhooks and have a verified address. */
const listResponsible = async ({ db, tenant }: Context): Promise<readonly Recipient[]> => {
  const users = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_id', 'u.first_name', 'u.email', 'u.locale'])
    .where('u.tenant_id', '=', tenant.id)
    .where('u.state', '=', 'ACTIVE')
    .where('u.email', 'is not', null)
    .where('u.email_verified', '=', true)
    .where('u.id', 'in', (eb) =>
      eb
        .selectFrom('user_roles as ur')
        .innerJoin('roles as r', (join) =>
          join.onRef('r.tenant_id', '=', 'ur.tenant_id').onRef('r.id', '=', 'ur.role_id'),
        )
        .select('ur.user_id')
        .where('ur.tenant_id', '=', tenant.id)
        .where(sql<boolean>`(r.super_administrator or r.permissions->'WEBHOOKS' ? 'EDIT')`),
    )
    .orderBy('u.user_id')
    .limit(mostRecipients)
    .execute()
  return users.flatMap(({ id, user_id, first_name, email, locale }) =>
    email === null ? [] : [{ userId: id, address: email, name: first_name ?? user_id, locale }],
  )
}

/** Ends the deliveries of a webhook that nothing gets through to, and tells who looks after it. */
export const switchOff = async (ctx: Context, { id }: StoredWebhook): Promise<void> => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  await ctx.transaction(async (ctx) => {
    const webhook = await holdRow(ctx, 'webhooks', id)
    if (webhook?.enabled !== true) return
    const disabled_at = ctx.platform.clock.now()
    await updateRow(ctx, 'webhooks', { id: webhook.id, enabled: false, disabled_at })
    await followEvents(ctx)
    audit(ctx, 'WEBHOOK_SWITCHED_OFF', {
      subject: { entity: 'WEBHOOKS', id, name: webhook.name },
      outcome: 'FAILURE',
      before: { enabled: true },
      after: { enabled: false },
    })
    await mailPeople(ctx, await listResponsible(ctx), {
      kind: 'webhookSwitchedOff',
      values: { webhook: webhook.name, target: new URL(webhook.url).host },
    })
  })
}
