import { type Migration, tenantTable } from '../migration.ts'

/** Calls to other services, each by the name of what uses it; without a definition it is not set up. */
export const migration: Migration = {
  statements: [
    `create table http_connectors (
      tenant_id uuid not null references tenants,
      name text not null,
      definition jsonb,
      sealed_secret bytea,
      version integer not null default 1,
      updated_at timestamptz not null,
      primary key (tenant_id, name)
    )`,
    ...tenantTable('http_connectors'),
  ],
}
