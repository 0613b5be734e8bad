import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { keyObjectOf } from '../../../platform/secrets/key-objects.ts'

/** What may be done so often within an hour, by every node of the service together. */
export interface HourlyBudget {
  /** What is counted, as `sign-up mailbox`. */
  readonly purpose: string
  /** Of whom; empty for the whole tenant. */
  readonly name: string
  readonly perHour: number
}

const hourMillis = 3_600_000

/** Names are kept there as keyed hashes: who was asked about can be read by no one. */
const keyOf = (ctx: Context, { purpose, name }: HourlyBudget): string => {
  const [area = '', ...part] = purpose.split(' ')
  return createHmac('sha256', keyObjectOf(ctx.platform.secrets.derive(ctx.tenant.id, area)))
    .update(`${part.join(' ')} ${name}`)
    .digest('base64url')
}

/** Takes one; whether there was one. Counted by one statement, whatever comes of it. */
export const takeOne = async (ctx: Context, budget: HourlyBudget): Promise<boolean> => {
  const now = ctx.platform.clock.now()
  const hourAgo = new Date(now.getTime() - hourMillis)
  const { rows } = await sql`
    insert into send_budgets as b (tenant_id, recipient, window_started_at, sent)
    values (${ctx.tenant.id}::uuid, ${keyOf(ctx, budget)}, ${now}::timestamptz, 1)
    on conflict (tenant_id, recipient) do update set
      sent = case when b.window_started_at <= ${hourAgo}::timestamptz then 1 else b.sent + 1 end,
      window_started_at = case when b.window_started_at <= ${hourAgo}::timestamptz
        then excluded.window_started_at else b.window_started_at end
    where b.window_started_at <= ${hourAgo}::timestamptz or b.sent < ${budget.perHour}::integer
    returning 1`.execute(ctx.db)
  return rows.length > 0
}

/** What was taken did not count after all. */
export const giveBack = async (ctx: Context, budget: HourlyBudget): Promise<void> => {
  await ctx.db
    .updateTable('send_budgets')
    .set({ sent: sql<number>`greatest(0, sent - 1)` })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('recipient', '=', keyOf(ctx, budget))
    .execute()
}
