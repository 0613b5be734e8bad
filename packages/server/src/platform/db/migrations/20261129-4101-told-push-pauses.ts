import type { Migration } from '../migration.ts'

/** When the user was notified that pushes are paused after this one: once for each pause. */
export const migration: Migration = {
  statements: ['alter table pushes add column pause_notified_at timestamptz'],
}
