import type { Migration } from '../migration.ts'

/** How people sign in through a program that stands before them. */
export const migration: Migration = {
  statements: ['alter table api_applications add column authentication_method text'],
}
