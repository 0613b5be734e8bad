import type { Migration } from '../migration.ts'

/** What a RADIUS agent has refused by itself lately, the newest first. */
export const migration: Migration = {
  statements: [`alter table radius_agents add column faults jsonb not null default '[]'`],
}
