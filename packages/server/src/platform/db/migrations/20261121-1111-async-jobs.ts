import { type Migration, tenantTable } from '../migration.ts'

const queue = { policy: 'standard', retryLimit: 2, retryDelay: 5, expireInSeconds: 900 }

export const migration: Migration = {
  statements: [
    `create table async_jobs (
      tenant_id uuid not null references tenants,
      id uuid not null,
      kind text not null,
      owner_id text not null,
      state text not null,
      result jsonb,
      error_code text,
      submitted_at timestamptz not null,
      completed_at timestamptz,
      expires_at timestamptz not null,
      primary key (tenant_id, id)
    )`,
    `create index async_jobs_by_end on async_jobs (tenant_id, expires_at)`,
    ...tenantTable('async_jobs'),
    `select pgboss.create_queue('async-jobs', '${JSON.stringify(queue)}')`,
  ],
}
