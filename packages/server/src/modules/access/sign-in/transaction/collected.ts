import { CompiledQuery } from 'kysely'
import type { PendingEvent } from '../../../../kit/audit-entry.ts'
import { auditStatements } from '../../../../kit/audit-rows.ts'
import type { Context } from '../../../../kit/context.ts'
import type { TenantDb } from '../../../../platform/db/database.ts'
import { createHandle, type Execute } from '../../../../platform/db/handle.ts'
import type { Tables } from '../../../../platform/db/schema.ts'

export interface Collected {
  /** Writes made on it are collected; it cannot read. */
  readonly ctx: Context
  add(...statements: readonly CompiledQuery[]): void
  /** Writes everything, audit events too, in one round trip and one transaction, or nothing. */
  flush(): Promise<void>
  /** Writes everything within a transaction that is open. */
  writeInto(open: Context): Promise<void>
}

/** Changes that go to the database together: one write, one commit, however many services made them. */
export const collect = (outer: Context): Collected => {
  const statements: CompiledQuery[] = []
  const events: PendingEvent[] = []
  const take: Execute = async ({ text, values }) => {
    if (/^select\b/i.test(text)) throw new Error('a read among collected writes')
    statements.push(CompiledQuery.raw(text, [...values]))
    return undefined
  }
  let db: TenantDb | null = null
  const ctx: Context = {
    ...outer,
    /** Made on first use: most writes come as they are to be sent. */
    get db() {
      db ??= createHandle<Tables>(take)
      return db
    },
    events,
    transaction: (work) => work(ctx),
  }
  return {
    ctx,
    add: (...more) => void statements.push(...more),
    async flush() {
      const all = [...statements, ...auditStatements(ctx, events)]
      if (all.length > 0) await outer.platform.database.flush(outer.tenant.id, all)
    },
    async writeInto(open) {
      for (const statement of statements) await open.db.executeQuery(statement)
      open.events?.push(...events)
    },
  }
}
