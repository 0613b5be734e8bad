import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../src/kit/context.ts'

/** Longer than calls take to read; what they write waits for the rows. */
const heldMillis = 700

interface HeldRow {
  readonly table: string
  readonly column: string
  readonly value: string
}

/**
 * Until as many calls wait for a lock, or have all answered without waiting. On the embedded database they wait for its only session, which
 * it does not tell: some time passes, as much as calls take to ask for it.
 */
const untilWaiting = async (
  { db, platform }: Context,
  wanted: number,
  haveAnswered: () => boolean,
): Promise<void> => {
  if (platform.database.kind === 'embedded') return sleep(heldMillis / 2)
  while (!haveAnswered()) {
    // What a transaction has read of this view stays as it was.
    await sql`select pg_stat_clear_snapshot()`.execute(db)
    const { rows } = await sql<{ waiting: number }>`
      select count(distinct pid)::int as waiting from pg_locks where not granted and pid in
        (select pid from pg_stat_activity where datname = current_database())`.execute(db)
    if ((rows[0]?.waiting ?? 0) >= wanted) return
    await sleep(20)
  }
}

interface Held {
  /** Resolves once `wanted` calls wait for what others hold. */
  readonly untilWaiting: (wanted: number) => Promise<void>
}

/**
 * Begins calls while the rows of a table, or one of them, are held, and lets them go on once all have read: none has
 * written before. `waiting` says how many calls must wait before; without it, some time passes.
 */
export const whileHeld = async <T>(
  ctx: Context,
  held: string | HeldRow,
  calls: (held: Held) => Promise<T>,
  { waiting = null }: { readonly waiting?: number | null } = {},
): Promise<T> => {
  const { table, column, value } =
    typeof held === 'string' ? { table: held, column: 'tenant_id', value: ctx.tenant.id } : held
  let answered = false
  const haveAnswered = (): boolean => answered
  const { promise: isHeld, resolve: tell } = Promise.withResolvers<void>()
  const holding = ctx.transaction(async (inside) => {
    await sql`select from ${sql.table(table)} where tenant_id = ${ctx.tenant.id}
      and ${sql.ref(column)} = ${value}::uuid for update`.execute(inside.db)
    tell()
    await (waiting === null ? sleep(heldMillis) : untilWaiting(inside, waiting, haveAnswered))
  })
  await isHeld
  const asked = calls({ untilWaiting: (wanted) => untilWaiting(ctx, wanted, haveAnswered) })
  const noted = asked.finally(() => {
    answered = true
  })
  const [answers] = await Promise.all([noted, holding])
  return answers
}
