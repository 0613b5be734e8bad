import { type Kysely, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { SystemTables } from '../../../platform/db/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { auditChain, type FannedEvent } from './audit-stretch.ts'

/** Somebody who is told of the audit events of the tenants it is registered in. */
export interface AuditConsumer {
  /** Stored with its cursors, never renamed. */
  readonly name: string
  /** Takes note of events in chain order, in the transaction that moves the cursor past them. */
  readonly take: (db: TenantDb, tenantId: string, events: readonly FannedEvent[]) => Promise<void>
}

/** From now on the consumer is told of the tenant's events; part of the caller's transaction. */
const registerConsumer = async ({ db, tenant }: Context, name: string): Promise<void> => {
  await sql`
    insert into audit_cursors (tenant_id, consumer, number)
    select ${tenant.id}::uuid, ${name}, coalesce(max(number), 0)
      from audit_chain where tenant_id = ${tenant.id}
    on conflict (tenant_id, consumer) do update set consumer = excluded.consumer`.execute(db)
}

/** Holds the consumer's cursor: who registers at the same time waits. */
const holdConsumer = async ({ db, tenant }: Context, name: string): Promise<void> => {
  await db
    .selectFrom('audit_cursors')
    .select('number')
    .where('tenant_id', '=', tenant.id)
    .where('consumer', '=', name)
    .forUpdate()
    .execute()
}

/** The tenant's events are read for this consumer no longer. */
const unregisterConsumer = async ({ db, tenant }: Context, name: string): Promise<void> => {
  await db
    .deleteFrom('audit_cursors')
    .where('tenant_id', '=', tenant.id)
    .where('consumer', '=', name)
    .execute()
}

/** Who is told of the tenant's events: begins, is held, ends. */
export const auditConsumers = {
  register: registerConsumer,
  hold: holdConsumer,
  unregister: unregisterConsumer,
} as const

interface Waiting {
  readonly tenant_id: string
  readonly consumer: string
}

const listWaiting = async (system: Kysely<SystemTables>): Promise<readonly Waiting[]> =>
  (await sql<Waiting>`select tenant_id, consumer from audit_waiting()`.execute(system)).rows

/** The cursor, unless another node is reading from it. */
const takeCursor = (db: TenantDb, { tenant_id, consumer }: Waiting) =>
  db
    .selectFrom('audit_cursors')
    .select('number')
    .where('tenant_id', '=', tenant_id)
    .where('consumer', '=', consumer)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** One stretch of the chain for one consumer and tenant. Returns whether there may be more. */
const takeStretch = (
  { database }: Platform,
  waiting: Waiting,
  consumer: AuditConsumer,
): Promise<boolean> =>
  database.transaction(waiting.tenant_id, async ({ db }) => {
    const cursor = await takeCursor(db, waiting)
    if (cursor === undefined) return false
    const number = Number(cursor.number)
    const stretch = await auditChain.readStretch(db, waiting.tenant_id, number)
    if (stretch === null) return false
    const { events, last } = stretch
    if (events.length > 0) await consumer.take(db, waiting.tenant_id, events)
    await db
      .updateTable('audit_cursors')
      .set({ number: last })
      .where('tenant_id', '=', waiting.tenant_id)
      .where('consumer', '=', waiting.consumer)
      .execute()
    return true
  })

/** Takes one stretch where there is one; one tenant's trouble holds up no other. */
const tookStretch = async (
  platform: Platform,
  waiting: Waiting,
  consumer: AuditConsumer,
): Promise<'taken' | 'none' | 'failed'> => {
  try {
    return (await takeStretch(platform, waiting, consumer)) ? 'taken' : 'none'
  } catch (error) {
    // Its cursor stands where it stood.
    platform.log.warn({ err: error, tenantId: waiting.tenant_id }, 'audit fan-out failed')
    return 'failed'
  }
}

/**
 * Gives chained audit events to the consumers of their tenants, each event once: the cursor moves
 * in the transaction that takes note of them. A batch of the chain holds no event that could still
 * be preceded by another, so none is skipped. Where nobody waits it is one look at an empty table.
 * Those that wait take turns, a stretch each: however long the log of one tenant is, another waits for
 * one stretch of it.
 */
export const fanOutAuditEvents = async (
  platform: Platform,
  consumers: readonly AuditConsumer[],
  mayGoOn: () => boolean = () => true,
): Promise<void> => {
  const failed = new Set<string>()
  for (let isDone = false; !isDone; ) {
    isDone = true
    for (const waiting of await listWaiting(platform.database.system)) {
      if (!mayGoOn()) return
      const key = `${waiting.tenant_id} ${waiting.consumer}`
      const consumer = consumers.find(({ name }) => name === waiting.consumer)
      if (consumer === undefined || failed.has(key)) continue
      const outcome = await tookStretch(platform, waiting, consumer)
      if (outcome === 'taken') isDone = false
      if (outcome === 'failed') failed.add(key)
    }
  }
}
