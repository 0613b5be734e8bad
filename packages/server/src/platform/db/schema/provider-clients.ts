import type { GrantedAction } from '@signet/rules/permissions'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface ProviderClientRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string
  enabled: boolean
  /** On the entities of service providers only. */
  permissions: Json<Record<string, GrantedAction[]>>
  /** Where it may call from; empty: anywhere. */
  addresses: Json<string[]>
  token_ttl_seconds: number
  /** SHA-256 of the client secret. */
  secret_hash: Buffer
  /** Of the one before it, accepted until `former_ends_at`. */
  former_hash: Buffer | null
  former_ends_at: Date | null
  last_used_at: Date | null
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

export interface ProviderClientTables {
  provider_clients: ProviderClientRow
}
