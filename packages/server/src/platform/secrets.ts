import type { TenantDb } from './db/database.ts'

export { SealBroken } from './secrets/envelope.ts'

/** Secrets at rest: sealed under keys of the tenant, which are wrapped by the master key. */
export interface Secrets {
  /**
   * AES-256-GCM under the tenant's data key; opens again only for the same tenant and purpose.
   * A purpose names table, column and row: `signing-key:<id>`. Inside a transaction the tenant
   * must be `ready`.
   */
  seal(tenantId: string, purpose: string, plaintext: Uint8Array): Promise<Buffer>
  /** @throws SealBroken */
  open(tenantId: string, purpose: string, sealed: Uint8Array): Promise<Buffer>
  /** HMAC-SHA-256 under a sealed key of the tenant: for codes and answers of low entropy. */
  hmac(tenantId: string, purpose: string, value: string | Uint8Array): Promise<Buffer>
  /**
   * 32 bytes for what is made and checked by this service alone: nonces, cursors, to whom a stored
   * value belongs. Stable across rotations, nodes and restores.
   */
  derive(tenantId: string, purpose: string): Buffer
  /** The key that signs list cursors. */
  cursorKey(tenantId: string): Buffer
  /**
   * Reads the tenant's keys unless they are at most 1 s old. To be awaited before a transaction
   * in which secrets are sealed or opened: within it nothing else may read, and what was read last
   * is taken, however old.
   */
  ready(tenantId: string): Promise<void>
  /** The first keys of a new tenant, in the transaction that makes it. */
  createTenantKeys(db: TenantDb, tenantId: string): Promise<void>
  /**
   * A new data key seals from the commit on, on every node within a second; the former one only
   * opens. `reseal` brings the stored values under it.
   */
  rotateDataKey(db: TenantDb, tenantId: string): Promise<void>
  /** Seals one batch of what is stored under former data keys again; 0 when nothing is left. */
  reseal(tenantId: string): Promise<number>
  /**
   * Announces a new master key; both open until `finishMasterRotation`. The operator starts the
   * nodes with the new one in between.
   */
  beginMasterRotation(newKey: Buffer): Promise<void>
  /** Wraps every tenant's keys under the new master key and forgets the former one. */
  finishMasterRotation(): Promise<void>
}
