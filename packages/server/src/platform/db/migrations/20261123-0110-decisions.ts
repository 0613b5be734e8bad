import type { Migration } from '../migration.ts'

/** Decisions are looked for by what was to be opened and by how they came out; checks tell what they cannot. */
export const migration: Migration = {
  statements: [
    `alter table access_decisions add column resource text not null
      generated always as (coalesce(record ->> 'resource', 'USER_PORTAL')) stored`,
    `create index access_decisions_of_resource
      on access_decisions (tenant_id, resource, decided_at desc)`,
    `create index access_decisions_not_allowed
      on access_decisions (tenant_id, outcome, decided_at desc) where outcome <> 'ALLOW'`,
    'alter table what_ifs add column unknown integer not null default 0',
  ],
}
