import { type Migration, tenantTable } from '../migration.ts'

/** A job works for half a minute, then enqueues the rest: one that was killed is missed soon. */
const queue = { policy: 'standard', retryLimit: 20, retryDelay: 2, expireInSeconds: 90 }

const ofOperation = `foreign key (tenant_id, operation_id)
  references bulk_operations on delete cascade`

export const migration: Migration = {
  statements: [
    `create table bulk_operations (
      tenant_id uuid not null references tenants,
      id uuid not null,
      kind text not null,
      state text not null,
      reason text,
      reason_line integer,
      source text not null,
      file_name text not null,
      format text,
      headers jsonb not null default '[]',
      mapping jsonb not null default '[]',
      existing text not null default 'ERROR',
      checked jsonb,
      rows_done integer not null default 0,
      changed integer not null default 0,
      skipped integer not null default 0,
      failed integer not null default 0,
      progress real not null default 0,
      owner_id uuid not null,
      owner_name text not null,
      grant_standing text,
      grant_until timestamptz,
      created_at timestamptz not null,
      started_at timestamptz,
      ended_at timestamptz,
      version integer not null default 1,
      primary key (tenant_id, id)
    )`,
    `create index bulk_operations_by_creation on bulk_operations (tenant_id, created_at)`,
    ...tenantTable('bulk_operations'),
    `create table bulk_parts (
      tenant_id uuid not null,
      id uuid not null,
      operation_id uuid not null,
      number integer not null,
      bytes integer not null,
      sealed bytea not null,
      primary key (tenant_id, id),
      unique (tenant_id, operation_id, number),
      ${ofOperation}
    )`,
    `alter table bulk_parts alter column sealed set storage external`,
    ...tenantTable('bulk_parts'),
    `create table bulk_results (
      tenant_id uuid not null,
      operation_id uuid not null,
      from_line integer not null,
      upto_line integer not null,
      failed integer not null,
      entries jsonb not null,
      primary key (tenant_id, operation_id, from_line),
      ${ofOperation}
    )`,
    ...tenantTable('bulk_results'),
    `select pgboss.create_queue('bulk-operations', '${JSON.stringify(queue)}')`,
  ],
}
