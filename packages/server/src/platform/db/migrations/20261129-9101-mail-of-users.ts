import type { Migration } from '../migration.ts'

/** The user whom a mail was for: who sees it does not follow addresses. */
export const migration: Migration = {
  statements: [`alter table email_messages add column user_id uuid`],
}
