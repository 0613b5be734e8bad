import type { Migration } from '../migration.ts'

/**
 * Setup links invite users who have no way to sign in yet. `email` is where an invitation was mailed to;
 * null for one that an administrator hands over. One waits at a time.
 */
export const migration: Migration = {
  statements: [
    `alter table setup_links add column email text`,
    `create unique index setup_links_of_invited on setup_links (tenant_id, user_id)
      where kind = 'INVITATION' and used_at is null`,
  ],
}
