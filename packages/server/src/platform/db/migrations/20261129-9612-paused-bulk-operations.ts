import type { Migration } from '../migration.ts'

/** A paused operation that is not renewed has an end, counted from when it paused. */
export const migration: Migration = {
  statements: [
    'alter table bulk_operations add column paused_at timestamptz',
    `update bulk_operations set paused_at = now() where state = 'PAUSED'`,
  ],
}
