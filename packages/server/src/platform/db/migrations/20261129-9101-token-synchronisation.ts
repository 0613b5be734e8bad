import type { Migration } from '../migration.ts'

/** When the clock of a token was last set by codes that were typed for it. */
export const migration: Migration = {
  statements: ['alter table tokens add column synchronised_at timestamptz'],
}
