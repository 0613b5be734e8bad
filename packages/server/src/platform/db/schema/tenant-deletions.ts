import type { TenantDeletionState } from '@signet/rules/tenants'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string | undefined, string>

/** A deletion of a tenant, kept at its provider when the tenant is gone. */
export interface TenantDeletionRow {
  /** The provider. */
  tenant_id: string
  id: string
  deleted_tenant_id: string
  company_name: string
  host_names: string[]
  /** Whether the tenant was locked before: it is again when the deletion is taken back. */
  was_locked: boolean
  state: TenantDeletionState
  requested_by: string
  requested_by_id: string | null
  requested_at: Date
  erase_at: Date
  begun_at: Date | null
  /** When no row was left for the first time; counted once more a minute later. */
  emptied_at: Date | null
  erased_at: Date | null
  /** Rows erased so far by table, written with each batch. */
  erased: Json<Readonly<Record<string, number>>>
  hosts_free_at: Date | null
  backups_gone_at: Date | null
  statement: string | null
  digest: string | null
  version: Generated<number>
}

export interface TenantDeletionTables {
  tenant_deletions: TenantDeletionRow
}
