import { type Migration, tenantTable } from '../migration.ts'

/** What a service provider gives all its tenants to use, one row a kind, secrets sealed beside it. */
export const migration: Migration = {
  statements: [
    `create table provider_credentials (
      tenant_id uuid not null references tenants,
      kind text not null,
      value jsonb not null,
      sealed bytea,
      secrets_set_at jsonb not null,
      version integer not null default 0,
      updated_at timestamptz not null,
      primary key (tenant_id, kind)
    )`,
    ...tenantTable('provider_credentials'),
  ],
}
