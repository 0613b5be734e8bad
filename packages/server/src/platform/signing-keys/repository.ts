import type { Selectable } from 'kysely'
import type { TenantDb } from '../db/database.ts'
import type { SigningKeyRow } from '../db/schema/tenancy.ts'

export type StoredKey = Selectable<SigningKeyRow>
export type KeyPurpose = SigningKeyRow['purpose']

/** Active and retired keys of one purpose, the newest first. */
export const listKeys = (
  db: TenantDb,
  tenantId: string,
  purpose: KeyPurpose,
): Promise<StoredKey[]> =>
  db
    .selectFrom('signing_keys')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .execute()

export const insertKey = async (db: TenantDb, key: StoredKey): Promise<void> => {
  await db
    .insertInto('signing_keys')
    .values({ ...key, public_jwk: JSON.stringify(key.public_jwk) })
    .execute()
}

interface Retirement {
  readonly purpose: KeyPurpose
  readonly algorithm: SigningKeyRow['algorithm']
  readonly at: Date
}

export const retireKeys = async (
  db: TenantDb,
  tenantId: string,
  { purpose, algorithm, at }: Retirement,
): Promise<void> => {
  await db
    .updateTable('signing_keys')
    .set({ state: 'RETIRED', retired_at: at })
    .where('tenant_id', '=', tenantId)
    .where('purpose', '=', purpose)
    .where('algorithm', '=', algorithm)
    .where('state', '=', 'ACTIVE')
    .execute()
}
