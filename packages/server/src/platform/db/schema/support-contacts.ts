import type { Generated } from 'kysely'

/** Whom a provider has named for the administrators of its tenants. */
export interface SupportContactRow {
  tenant_id: string
  name: string | null
  email: string | null
  telephone: string | null
  hours: string | null
  version: Generated<number>
}

export interface SupportContactsTables {
  support_contacts: SupportContactRow
}
