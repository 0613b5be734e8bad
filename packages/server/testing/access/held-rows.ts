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
 * Begins calls while the rows of a table, or one of them, are held, and lets them go on once all have read: none has
 * written before.
 */
export const whileHeld = async <T>(
  ctx: Context,
  held: string | HeldRow,
  calls: () => Promise<T>,
): Promise<T> => {
  const { table, column, value } =
    typeof held === 'string' ? { table: held, column: 'tenant_id', value: ctx.tenant.id } : held
  const { promise: isHeld, resolve: tell } = Promise.withResolvers<void>()
  const holding = ctx.transaction(async (ctx) => {
    await sql`select from ${sql.table(table)} where tenant_id = ${ctx.tenant.id}
      and ${sql.ref(column)} = ${value}::uuid for update`.execute(ctx.db)
    tell()
    await sleep(heldMillis)
  })
  await isHeld
  const [answers] = await Promise.all([calls(), holding])
  return answers
}
