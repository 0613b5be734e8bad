import { type Migration, tenantTable } from '../migration.ts'

/** Callers that met a request limit, counted. */
export const migration: Migration = {
  statements: [
    `create table limited_callers (
      tenant_id uuid not null references tenants,
      id uuid not null,
      limit_class text not null,
      subject text not null,
      caller text not null,
      count integer not null check (count > 0),
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (tenant_id, id),
      constraint limited_callers_key unique (tenant_id, limit_class, subject, caller)
    )`,
    'create index limited_callers_last on limited_callers (tenant_id, last_at, id)',
    ...tenantTable('limited_callers'),
  ],
}
