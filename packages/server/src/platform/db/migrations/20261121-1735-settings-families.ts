import type { Migration } from '../migration.ts'

/** Secrets of a family in one sealed value, and who changed it last: told to whoever meets that change. */
export const migration: Migration = {
  statements: [`alter table settings add column sealed bytea, add column changed_by uuid`],
}
