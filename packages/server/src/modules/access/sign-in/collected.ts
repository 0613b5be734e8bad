import { CompiledQuery } from 'kysely'
import type { PendingEvent } from '../../../kit/audit-entry.ts'
import { auditStatements } from '../../../kit/audit-rows.ts'
import type { Context } from '../../../kit/context.ts'
import { createHandle } from '../../../platform/db/handle.ts'
import type { Tables } from '../../../platform/db/schema.ts'

export interface Collected {
  /** Writes made on it are collected; it cannot read. */
  readonly ctx: Context
  add(...statements: readonly CompiledQuery[]): void
  /** Done once everything is committed. */
  afterwards(work: () => void): void
  /** Writes everything, audit events too, in one round trip and one transaction, or nothing. */
  flush(): Promise<void>
  /** Writes everything within a transaction that is open; its owner calls `committed` after it. */
  writeInto(open: Context): Promise<void>
  committed(): void
}

/** Changes that go to the database together: one write, one commit, however many services made them. */
export const collect = (outer: Context): Collected => {
  const statements: CompiledQuery[] = []
  const events: PendingEvent[] = []
  const later: (() => void)[] = []
  const committed = () => {
    for (const work of later) work()
  }
  const db = createHandle<Tables>(async ({ text, values }) => {
    if (/^select\b/i.test(text)) throw new Error('a read among collected writes')
    statements.push(CompiledQuery.raw(text, [...values]))
    return undefined
  })
  const ctx: Context = { ...outer, db, events, transaction: (work) => work(ctx) }
  return {
    ctx,
    add: (...more) => void statements.push(...more),
    afterwards: (work) => void later.push(work),
    committed,
    async flush() {
      const all = [...statements, ...auditStatements(ctx, events)]
      if (all.length > 0) await outer.platform.database.flush(outer.tenant.id, all)
      committed()
    },
    async writeInto(open) {
      for (const statement of statements) await open.db.executeQuery(statement)
      open.events?.push(...events)
    },
  }
}
