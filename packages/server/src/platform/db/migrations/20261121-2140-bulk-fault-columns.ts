import type { Migration } from '../migration.ts'

export const migration: Migration = {
  statements: [`alter table bulk_operations add column reason_column integer`],
}
