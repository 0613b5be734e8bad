import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

const day = 86_400_000

/** How long a finished or abandoned sign-in is kept: audit events tell of it for longer. */
const keptMillis = day

/** The least UUIDv7 of a moment (RFC 9562, section 5.7): ids of transactions begin with their time. */
const firstIdAt = (at: number): string => {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const batch = 2000

/** Deletes old rows of one table, batch by batch; returns how many. */
const sweep = async (
  ctx: Context,
  table: string,
  old: ReturnType<typeof sql<boolean>>,
): Promise<number> => {
  let count = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where tenant_id = ${ctx.tenant.id} and ${old}
        limit ${batch})`.execute(ctx.db)
    count += Number(numAffectedRows)
    if (numAffectedRows < batch) return count
  }
}

/** Forgets what sign-ins of a tenant have left behind. Returns how many rows went. */
export const purgeSignIns = async (ctx: Context): Promise<number> => {
  const now = ctx.platform.clock.now().getTime()
  const before = firstIdAt(now - keptMillis)
  const ended = new Date(now - keptMillis)
  const yearAgo = new Date(now - 365 * day)
  return (
    (await sweep(ctx, 'sign_in_attempts', sql<boolean>`transaction_id < ${before}::uuid`)) +
    (await sweep(ctx, 'sign_in_evidence', sql<boolean>`transaction_id < ${before}::uuid`)) +
    (await sweep(ctx, 'otps', sql<boolean>`expires_at < ${ended}`)) +
    (await sweep(ctx, 'fido_registrations', sql<boolean>`expires_at < ${ended}`)) +
    (await sweep(ctx, 'send_budgets', sql<boolean>`window_started_at < ${ended}`)) +
    (await sweep(ctx, 'attempt_budgets', sql<boolean>`last_failed_at < ${yearAgo}`)) +
    (await sweep(ctx, 'setup_links', sql<boolean>`expires_at < ${ended}`))
  )
}
