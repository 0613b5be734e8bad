import { type Migration, tenantTable } from '../migration.ts'

/** Designs of cards, and every version that was saved of them. */
export const migration: Migration = {
  statements: [
    `create table credential_designs (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text,
      version integer not null default 1,
      sides integer not null,
      fields integer not null,
      created_at timestamptz not null,
      modified_at timestamptz not null,
      modified_by text not null,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('credential_designs'),
    `create table credential_design_versions (
      tenant_id uuid not null,
      design_id uuid not null,
      version integer not null,
      content text not null,
      saved_at timestamptz not null,
      saved_by text not null,
      primary key (tenant_id, design_id, version),
      foreign key (tenant_id, design_id) references credential_designs on delete cascade
    )`,
    ...tenantTable('credential_design_versions'),
  ],
}
