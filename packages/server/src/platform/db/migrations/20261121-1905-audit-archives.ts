import { type Migration, tenantTable } from '../migration.ts'

/** A month may take long: a node that was killed is missed by its heartbeat, not by the clock. */
const queue = {
  policy: 'standard',
  retryLimit: 10,
  retryDelay: 10,
  expireInSeconds: 43_200,
  heartbeatSeconds: 60,
}

export const migration: Migration = {
  statements: [
    `create table audit_archives (
      tenant_id uuid not null references tenants,
      id uuid not null,
      month text not null,
      state text not null,
      event_count integer not null default 0,
      bytes double precision not null default 0,
      sha256 text,
      progress real not null default 0,
      node text,
      created_by text not null,
      created_at timestamptz not null,
      completed_at timestamptz,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, month)
    )`,
    ...tenantTable('audit_archives'),
    `select pgboss.create_queue('audit-archives', '${JSON.stringify(queue)}')`,
  ],
}
