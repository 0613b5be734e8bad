import { CompiledQuery } from 'kysely'
import type { PendingEvent } from '../../../kit/audit-entry.ts'
import { auditStatements } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { createHandle } from '../../../platform/db/handle.ts'
import type { Tables } from '../../../platform/db/schema.ts'

/**
 * Sends all that `work` writes, its audit events too, to the database in one round trip: written
 * together or not at all. `work` cannot read.
 */
export const inOneWrite = async (
  outer: Context,
  work: (ctx: Context) => Promise<void>,
): Promise<void> => {
  const statements: CompiledQuery[] = []
  const events: PendingEvent[] = []
  const db = createHandle<Tables>(async ({ text, values }) => {
    if (/^\s*select\b/i.test(text)) throw new Error('a read among writes that travel together')
    statements.push(CompiledQuery.raw(text, [...values]))
    return undefined
  })
  const ctx: Context = { ...outer, db, events, transaction: (nested) => nested(ctx) }
  await work(ctx)
  const all = [...statements, ...auditStatements(ctx, events)]
  await outer.platform.database.flush(outer.tenant.id, all)
}
