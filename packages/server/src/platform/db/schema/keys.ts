/** Keys that seal what a tenant stores, each wrapped by the master key. */
export interface TenantKeyRow {
  tenant_id: string
  id: string
  /** `seal`: AES-256-GCM of secrets at rest; `hmac`: HMAC-SHA-256 of codes and answers. */
  purpose: 'seal' | 'hmac'
  /** ACTIVE seals; RETIRED still opens. */
  state: 'ACTIVE' | 'RETIRED'
  /** The key's 32 bytes under the master key. */
  sealed: Buffer
  created_at: Date
  retired_at: Date | null
}

export interface KeysTables {
  tenant_keys: TenantKeyRow
}

/** One row for each generation of the master key; two while it is being replaced. */
export interface MasterCheckRow {
  generation: number
  /** Names the key without telling it: the first 16 bytes of its SHA-256. */
  key_id: Buffer
  /** The deployment's secret under this key: proves that a given key is the right one. */
  sealed: Buffer
  /** The key of the generation before, under this one, until all tenants have been rewrapped. */
  previous: Buffer | null
  created_at: Date
}

export interface KeysSystemTables {
  master_check: MasterCheckRow
}
