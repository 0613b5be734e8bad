import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table signing_keys (
      tenant_id uuid not null references tenants,
      id text not null,
      purpose text not null,
      algorithm text not null,
      state text not null,
      public_jwk jsonb not null,
      sealed_private bytea not null,
      created_at timestamptz not null,
      retired_at timestamptz,
      primary key (tenant_id, id)
    )`,
    `create index signing_keys_by_purpose on signing_keys (tenant_id, purpose, state)`,
    ...tenantTable('signing_keys'),
  ],
}
