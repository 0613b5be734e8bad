import { sign } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { TenantDb } from '../../../platform/db/database.ts'
import { enterTenant } from '../../../platform/db/enter-tenant.ts'
import type { SystemTables } from '../../../platform/db/schema.ts'
import type { Platform } from '../../../platform/platform.ts'
import { batchHash, type Envelope, genesis } from './audit-chain.ts'
import { countEvents } from './audit-counts.ts'

const mostPerRun = 20_000
/** The bound belongs to no tenant. */
const noTenant = '00000000-0000-0000-0000-000000000000'

type Handle = TenantDb | Kysely<SystemTables>

export interface StoredEnvelope {
  readonly tenant_id: string
  readonly occurred_at: Date
  readonly id: string
  readonly xid: string
  readonly actor_kind: string
  readonly actor_id: string
  readonly entity: string
  readonly entity_id: string
  readonly action: string
  readonly outcome: string
  readonly digest: Buffer
}

export const envelopeOf = (row: StoredEnvelope): Envelope => ({
  id: row.id,
  occurredAt: row.occurred_at.getTime(),
  tenantId: row.tenant_id,
  actorKind: row.actor_kind,
  actorId: row.actor_id,
  entity: row.entity,
  entityId: row.entity_id,
  action: row.action,
  outcome: row.outcome,
  digest: row.digest.toString('hex'),
})

const lastLink = async (db: TenantDb, tenantId: string) => {
  const row = await db
    .selectFrom('audit_chain')
    .select(['number', 'hash'])
    .where('tenant_id', '=', tenantId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { number: Number(row?.number ?? 0), hash: row?.hash ?? genesis }
}

interface Linked {
  readonly from: string
  readonly upto: string
  /** Of one tenant, in order. */
  readonly events: readonly StoredEnvelope[]
}

/** What else is to be done because of a tenant's events, in the transaction that notes them. */
type Reaction = (db: TenantDb, tenantId: string, events: readonly StoredEnvelope[]) => Promise<void>

const link = async (platform: Platform, db: TenantDb, { from, upto, events }: Linked) => {
  const tenantId = events[0]?.tenant_id ?? ''
  await enterTenant(db, tenantId)
  const last = await lastLink(db, tenantId)
  const key = (await platform.keyRing.keysOf(tenantId, 'audit')).find(({ active }) => active)
  if (key === undefined) throw new Error(`tenant ${tenantId} has no audit key`)
  const number = last.number + 1
  const batch = { tenantId, number, fromXid: from, uptoXid: upto, count: events.length }
  const hash = batchHash(last.hash, batch, events.map(envelopeOf))
  await db
    .insertInto('audit_chain')
    .values({
      tenant_id: tenantId,
      number,
      from_xid: from,
      upto_xid: upto,
      event_count: events.length,
      previous_hash: last.hash,
      hash,
      signature: sign('sha256', hash, { key: key.privateKey, dsaEncoding: 'ieee-p1363' }),
      key_id: key.id,
      created_at: platform.clock.now(),
    })
    .execute()
}

interface Waiting {
  readonly upto: string
  readonly safe: string
}

const readBound = async (db: Handle): Promise<Waiting> => {
  const read = await sql<Waiting>`select upto::text, safe::text from audit_bound()`.execute(db)
  return read.rows[0] ?? { upto: '0', safe: '0' }
}

const readEvents = async (db: Handle, { upto, safe }: Waiting): Promise<StoredEnvelope[]> => {
  const read = await sql<StoredEnvelope>`
    select * from audit_unsequenced(${upto}::xid8, ${safe}::xid8, ${mostPerRun})`.execute(db)
  return read.rows
}

const readTenants = async (db: Handle, { upto, safe }: Waiting): Promise<readonly string[]> => {
  const read = await sql<Pick<StoredEnvelope, 'tenant_id'>>`
    select distinct tenant_id from audit_unsequenced(${upto}::xid8, ${safe}::xid8, ${mostPerRun})`.execute(
    db,
  )
  return read.rows.map(({ tenant_id }) => tenant_id)
}

/** Opens the keys of every tenant that waits: a transaction lets no other read. */
const openKeys = async (platform: Platform): Promise<ReadonlySet<string>> => {
  const { system } = platform.database
  const tenants = new Set(await readTenants(system, await readBound(system)))
  for (const tenant of tenants) {
    await platform.secrets.ready(tenant)
    await platform.keyRing.warm(tenant)
  }
  return tenants
}

/**
 * Where a run ends: before the last transaction of a full read, which may be cut, and before the
 * first one of a tenant whose keys are not open yet.
 */
const endOf = (
  rows: readonly StoredEnvelope[],
  { safe }: Waiting,
  opened: ReadonlySet<string>,
): string => {
  const unknown = rows.find(({ tenant_id }) => !opened.has(tenant_id))
  if (unknown !== undefined) return unknown.xid
  const last = rows.at(-1)
  return rows.length < mostPerRun || last === undefined ? safe : last.xid
}

/**
 * Chains the events of all transactions that ended before the oldest one still running. Nothing
 * is skipped by a late commit: the bound never passes a transaction in flight. Each event is given
 * to `react` once. Returns how many.
 */
export const sequenceAuditEvents = async (
  platform: Platform,
  react: Reaction = async () => {},
): Promise<number> => {
  const opened = await openKeys(platform)
  if (opened.size === 0) return 0
  return platform.database.transaction(noTenant, async ({ db }) => {
    const bound = await readBound(db)
    const read = await readEvents(db, bound)
    const end = endOf(read, bound, opened)
    const rows = read.filter(({ xid }) => BigInt(xid) < BigInt(end))
    if (read.length === mostPerRun && rows.length === 0) {
      throw new Error(`transaction ${end} wrote more than ${mostPerRun} audit events`)
    }
    for (const [tenantId, events] of Map.groupBy(rows, ({ tenant_id }) => tenant_id)) {
      await link(platform, db, { from: bound.upto, upto: end, events })
      await countEvents(db, tenantId, { first: bound.upto, past: end })
      await react(db, tenantId, events)
    }
    if (rows.length > 0) await sql`select audit_move_bound(${end}::xid8)`.execute(db)
    return rows.length
  })
}
