import { type Selectable, sql } from 'kysely'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { AuditEventRow } from '../../../platform/db/schema/operations.ts'

export type FannedEvent = Selectable<AuditEventRow>

/** Batches of the chain are taken whole, until this many events have come together. */
const enoughEvents = 1000
const mostBatches = 200

/** The last batch of those to be read together; null when there is none. */
const lastBatch = async (db: TenantDb, tenantId: string, after: number): Promise<number | null> => {
  const batches = await db
    .selectFrom('audit_chain')
    .select(['number', 'event_count'])
    .where('tenant_id', '=', tenantId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(mostBatches)
    .execute()
  let last: number | null = null
  let count = 0
  for (const batch of batches) {
    last = Number(batch.number)
    count += batch.event_count
    if (count >= enoughEvents) break
  }
  return last
}

export interface Stretch {
  /** The batch it ends with. */
  readonly last: number
  readonly events: readonly FannedEvent[]
}

/** The events of whole batches after one, in chain order; null when there are none yet. */
const readStretch = async (
  db: TenantDb,
  tenantId: string,
  after: number,
): Promise<Stretch | null> => {
  const last = await lastBatch(db, tenantId, after)
  if (last === null) return null
  const { rows } = await sql<FannedEvent>`
    select * from audit_batches(${after + 1}::bigint, ${last}::bigint)`.execute(db)
  return { last, events: rows }
}

/** What is told of events beside their envelopes, by event id; a person's who was erased is gone. */
const readDetails = async (
  db: TenantDb,
  tenantId: string,
  events: readonly FannedEvent[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ event_id: string; detail: string }>`
    select d.event_id, d.detail
    from unnest(${events.map(({ occurred_at }) => occurred_at)}::timestamptz[],
        ${events.map(({ id }) => id)}::uuid[]) as e (occurred_at, id)
      join audit_details d on d.tenant_id = ${tenantId}::uuid
        and d.occurred_at = e.occurred_at and d.event_id = e.id`.execute(db)
  return new Map(rows.map(({ event_id, detail }) => [event_id, detail]))
}

/** The newest batch of the chain; 0 before the first. */
const newestBatch = async (db: TenantDb, tenantId: string): Promise<number> => {
  const row = await db
    .selectFrom('audit_chain')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return Number(row?.number ?? 0)
}

/** The audit log as those read it who keep a place in it. */
export const auditChain = { newestBatch, readDetails, readStretch } as const
