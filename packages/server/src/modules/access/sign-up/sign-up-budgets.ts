import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callerAt } from '../../../kit/limits.ts'
import { keyObjectOf } from '../../../platform/secrets/key-objects.ts'

/** Sign-ups within an hour. */
const perHour = { mailbox: 3, network: 10, tenant: 500 } as const
type Budget = keyof typeof perHour

const hourMillis = 3_600_000

const keyOf = (ctx: Context, budget: Budget, name: string): string =>
  createHmac('sha256', keyObjectOf(ctx.platform.secrets.derive(ctx.tenant.id, 'sign-up')))
    .update(`${budget} ${name}`)
    .digest('base64url')

/** Takes one; whether there was one. Counted by one statement, whatever comes of the sign-up. */
const take = async (ctx: Context, budget: Budget, name: string): Promise<boolean> => {
  const now = ctx.platform.clock.now()
  const hourAgo = new Date(now.getTime() - hourMillis)
  const { rows } = await sql`
    insert into send_budgets as b (tenant_id, recipient, window_started_at, sent)
    values (${ctx.tenant.id}::uuid, ${keyOf(ctx, budget, name)}, ${now}::timestamptz, 1)
    on conflict (tenant_id, recipient) do update set
      sent = case when b.window_started_at <= ${hourAgo}::timestamptz then 1 else b.sent + 1 end,
      window_started_at = case when b.window_started_at <= ${hourAgo}::timestamptz
        then excluded.window_started_at else b.window_started_at end
    where b.window_started_at <= ${hourAgo}::timestamptz or b.sent < ${perHour[budget]}::integer
    returning 1`.execute(ctx.db)
  return rows.length > 0
}

/**
 * Counts a sign-up against network and tenant, then against the mailbox. Whether the mailbox gets
 * a mail: who asks is not told that it has had its share.
 * @throws too_many_requests
 */
export const countSignUp = async (ctx: Context, mailbox: string): Promise<boolean> => {
  const isWithin =
    (await take(ctx, 'network', callerAt(ctx.request.address))) && (await take(ctx, 'tenant', ''))
  if (!isWithin) throw new ApiError('too_many_requests')
  return take(ctx, 'mailbox', mailbox)
}
