import type { Migration } from '../migration.ts'

/** How the text of an uploaded file is encoded, as it was seen or chosen. */
export const migration: Migration = {
  statements: ['alter table bulk_operations add column encoding text'],
}
