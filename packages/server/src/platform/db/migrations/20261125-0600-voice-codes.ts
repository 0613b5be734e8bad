import type { Migration } from '../migration.ts'

/** A code for a voice assistant ends with the session in which it was given. */
export const migration: Migration = {
  statements: ['alter table voice_links add column code_session_id uuid'],
}
