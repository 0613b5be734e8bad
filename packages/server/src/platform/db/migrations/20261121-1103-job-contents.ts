import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table job_contents (
      tenant_id uuid not null references tenants,
      id uuid not null,
      queue text not null,
      state text not null,
      sealed bytea,
      attempts integer not null,
      last_error text,
      created_at timestamptz not null,
      ended_at timestamptz,
      primary key (tenant_id, id)
    )`,
    `create index job_contents_by_state on job_contents (tenant_id, state, created_at)`,
    ...tenantTable('job_contents'),
  ],
}
