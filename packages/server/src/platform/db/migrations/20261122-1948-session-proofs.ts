import { type Migration } from '../migration.ts'

/** What was proven in a session: applications judge it anew, each by its own rules. */
export const migration: Migration = {
  statements: [`alter table sessions add column proofs jsonb not null default '[]'::jsonb`],
}
