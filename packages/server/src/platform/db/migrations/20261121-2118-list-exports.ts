import { type Migration, tenantTable } from '../migration.ts'

/** A job works for half a minute, then enqueues the rest: one that was killed is missed soon. */
const queue = { policy: 'standard', retryLimit: 5, retryDelay: 2, expireInSeconds: 90 }

export const migration: Migration = {
  statements: [
    `create table list_exports (
      tenant_id uuid not null references tenants,
      id uuid not null,
      list text not null,
      input jsonb not null,
      ids jsonb,
      columns jsonb not null,
      byte_order_mark boolean not null,
      state text not null,
      reason text,
      next_cursor text,
      row_count integer not null default 0,
      part_count integer not null default 0,
      bytes integer not null default 0,
      owner_id uuid not null,
      sight text not null,
      created_at timestamptz not null,
      ended_at timestamptz,
      expires_at timestamptz not null,
      primary key (tenant_id, id)
    )`,
    `create index list_exports_of_owner on list_exports (tenant_id, owner_id, created_at)`,
    ...tenantTable('list_exports'),
    `create table list_export_parts (
      tenant_id uuid not null,
      export_id uuid not null,
      number integer not null,
      id text generated always as (export_id::text || ':' || number::text) stored,
      sealed bytea not null,
      primary key (tenant_id, export_id, number),
      foreign key (tenant_id, export_id) references list_exports on delete cascade
    )`,
    `alter table list_export_parts alter column sealed set storage external`,
    ...tenantTable('list_export_parts'),
    `select pgboss.create_queue('list-exports', '${JSON.stringify(queue)}')`,
  ],
}
