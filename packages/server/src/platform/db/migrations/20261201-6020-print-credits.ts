import type { Migration } from '../migration.ts'

/** Whether a card uses up one of the credentials that were bought: it is given back if it does not come out. */
export const migration: Migration = {
  statements: [`alter table print_jobs add counted boolean not null default false`],
}
