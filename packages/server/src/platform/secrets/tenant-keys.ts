import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { TenantDb } from '../db/database.ts'
import type { TenantKeyRow } from '../db/schema/keys.ts'
import type { Deployment } from './deployment.ts'
import { keyIdOf, openUnder, SealBroken, type SealingKey, sealUnder } from './envelope.ts'

type StoredTenantKey = Selectable<TenantKeyRow>

/** A tenant's key unwrapped. */
export interface TenantKey extends SealingKey {
  readonly purpose: TenantKeyRow['purpose']
  readonly active: boolean
}

const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

const placeOf = ({ tenant_id, id, purpose }: Omit<StoredTenantKey, 'sealed'>): string[] => [
  tenant_id,
  `tenant-key:${purpose}:${id}`,
]

/** @throws SealBroken when neither the present nor the former master key wraps it */
export const unwrap = (deployment: Deployment, row: StoredTenantKey): TenantKey => {
  const wrappedBy = keyIdOf(row.sealed)
  const master = [deployment.master, deployment.previous].find((key) => key?.id.equals(wrappedBy))
  if (master === undefined || master === null) throw new SealBroken()
  return {
    id: bytesOfId(row.id),
    bytes: openUnder(master, placeOf(row), row.sealed),
    purpose: row.purpose,
    active: row.state === 'ACTIVE',
  }
}

/** The row under the present master key; null when it already is. */
export const rewrap = (deployment: Deployment, row: StoredTenantKey): Buffer | null =>
  keyIdOf(row.sealed).equals(deployment.master.id)
    ? null
    : sealUnder(deployment.master, placeOf(row), unwrap(deployment, row).bytes)

interface NewTenantKey {
  readonly tenantId: string
  readonly id: string
  readonly purpose: TenantKeyRow['purpose']
  readonly at: Date
}

export const newTenantKey = (
  { master }: Deployment,
  { tenantId, id, purpose, at }: NewTenantKey,
): StoredTenantKey => {
  const row = {
    tenant_id: tenantId,
    id,
    purpose,
    state: 'ACTIVE' as const,
    created_at: at,
    retired_at: null,
  }
  return { ...row, sealed: sealUnder(master, placeOf(row), randomBytes(32)) }
}

export const listTenantKeys = (db: TenantDb, tenantId: string): Promise<StoredTenantKey[]> =>
  db.selectFrom('tenant_keys').selectAll().where('tenant_id', '=', tenantId).execute()

export const insertTenantKeys = async (
  db: TenantDb,
  rows: readonly StoredTenantKey[],
): Promise<void> => {
  await db.insertInto('tenant_keys').values(rows).execute()
}

export const retireSealingKey = async (db: TenantDb, tenantId: string, at: Date): Promise<void> => {
  await db
    .updateTable('tenant_keys')
    .set({ state: 'RETIRED', retired_at: at })
    .where('tenant_id', '=', tenantId)
    .where('purpose', '=', 'seal')
    .where('state', '=', 'ACTIVE')
    .execute()
}

export const updateWrapping = async (
  db: TenantDb,
  row: StoredTenantKey,
  sealed: Buffer,
): Promise<void> => {
  await db
    .updateTable('tenant_keys')
    .set({ sealed })
    .where('tenant_id', '=', row.tenant_id)
    .where('id', '=', row.id)
    .execute()
}

/**
 * Holds the master key's generation until the transaction ends, so that it is not retired
 * under a tenant being made.
 * @throws when another node has replaced the master key
 */
export const holdGeneration = async (db: TenantDb, generation: number): Promise<void> => {
  const { rows } = await sql`
    select 1 from master_check where generation = ${generation} for share`.execute(db)
  if (rows.length === 0) {
    throw new Error('the master key was replaced: start this node again with the new one')
  }
}
