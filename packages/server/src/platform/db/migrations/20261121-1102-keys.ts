import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table master_check (
      generation integer primary key,
      key_id bytea not null,
      sealed bytea not null,
      previous bytea,
      created_at timestamptz not null
    )`,
    `grant select, insert, update, delete on master_check to signet_runtime`,
    `create table tenant_keys (
      tenant_id uuid not null references tenants,
      id uuid not null,
      purpose text not null,
      state text not null,
      sealed bytea not null,
      created_at timestamptz not null,
      retired_at timestamptz,
      primary key (tenant_id, id)
    )`,
    `create unique index tenant_keys_active on tenant_keys (tenant_id, purpose) where state = 'ACTIVE'`,
    ...tenantTable('tenant_keys'),
  ],
}
