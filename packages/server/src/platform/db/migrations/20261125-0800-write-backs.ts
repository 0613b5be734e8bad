import { type Migration, tenantTable } from '../migration.ts'

/** A database that does not answer is tried again for some hours. */
const queue = {
  policy: 'standard',
  retryLimit: 10,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 110,
}

/** Values that go back to the rows they came from; nothing is written unless somebody says so. */
export const migration: Migration = {
  statements: [
    'alter table external_databases add column read_only boolean not null default true',
    'alter table field_connections add column write_back boolean not null default false',
    `create table enrollment_write_backs (
      tenant_id uuid not null,
      enrollment_id uuid not null,
      field_id text not null,
      record_version integer not null,
      state text not null,
      reason text,
      claimed_until timestamptz,
      changed_at timestamptz not null,
      primary key (tenant_id, enrollment_id, field_id),
      foreign key (tenant_id, enrollment_id) references enrollments on delete cascade
    )`,
    ...tenantTable('enrollment_write_backs'),
    `select pgboss.create_queue('write-backs', '${JSON.stringify(queue)}')`,
  ],
}
