import { type Migration, tenantTable } from '../migration.ts'

/** What is written to cards of each type, with the keys of the cards. */
export const migration: Migration = {
  statements: [
    `create table smart_card_profiles (
      tenant_id uuid not null references tenants,
      id uuid not null,
      card_type text not null,
      name text not null,
      name_key text not null,
      description text not null,
      layout jsonb not null,
      facility_code bigint not null,
      issue_level bigint not null,
      block integer not null,
      sealed_keys bytea not null,
      key_names text[] not null,
      version integer not null default 1,
      created_at timestamptz not null,
      modified_at timestamptz not null,
      modified_by text not null,
      primary key (tenant_id, id),
      unique (tenant_id, card_type, name_key)
    )`,
    ...tenantTable('smart_card_profiles'),
  ],
}
