import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface ProviderCredentialRow {
  /** The service provider whose it is. */
  tenant_id: string
  /** `push`, `pkiaas`. */
  kind: string
  value: Json<Record<string, unknown>>
  /** Secrets by name, sealed for `provider-credential:<kind>`; null for none. */
  sealed: Buffer | null
  /** When each secret was set, by name. */
  secrets_set_at: Json<Record<string, string>>
  version: Generated<number>
  updated_at: Date
}

export interface ProviderCredentialTables {
  provider_credentials: ProviderCredentialRow
}
