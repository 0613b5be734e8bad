import type { Migration } from '../migration.ts'

/** A linked account whose provider has another key: its user confirms it once by a factor of their own. */
export const migration: Migration = {
  statements: [
    `alter table linked_identities add column confirm_again boolean not null default false`,
  ],
}
