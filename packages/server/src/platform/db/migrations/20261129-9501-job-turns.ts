import type { Migration } from '../migration.ts'

/** The turn of a tenant's last job is found without reading all jobs that wait. */
export const migration: Migration = {
  statements: [
    `create index job_turns on pgboss.job_common (name, group_id, priority)
      where state <= 'active'`,
  ],
}
