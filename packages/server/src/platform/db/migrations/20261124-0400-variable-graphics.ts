import { type Migration, tenantTable } from '../migration.ts'

/** Pictures that the value of a field chooses between, kept for further cards. */
export const migration: Migration = {
  statements: [
    `create table variable_graphics (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      cases jsonb not null,
      otherwise text,
      version integer not null default 1,
      created_at timestamptz not null,
      modified_at timestamptz not null,
      modified_by text not null,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('variable_graphics'),
  ],
}
