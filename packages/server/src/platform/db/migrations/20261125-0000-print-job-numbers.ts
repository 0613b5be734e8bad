import type { Migration } from '../migration.ts'

/** A card is found at its printer by its name, which is ours alone, and never by another key. */
export const migration: Migration = {
  statements: [`alter table print_jobs drop column device_uuid`],
}
