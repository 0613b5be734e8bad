import type { Migration } from '../migration.ts'

/** The country whose numbering plan numbers without a country code follow. */
export const migration: Migration = {
  statements: ['alter table tenants add column phone_country text'],
}
