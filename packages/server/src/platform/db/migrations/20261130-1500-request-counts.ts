import type { Migration } from '../migration.ts'

/** What each node has accepted lately of busy callers, for the request limits of the others. */
export const migration: Migration = {
  statements: [
    `create table request_counts (
      node_id uuid not null references nodes on delete cascade,
      slot smallint not null,
      tick integer not null,
      subjects text[] not null,
      taken integer[] not null,
      primary key (node_id, slot)
    )`,
    'grant select, insert, update, delete on request_counts to signet_runtime',
  ],
}
