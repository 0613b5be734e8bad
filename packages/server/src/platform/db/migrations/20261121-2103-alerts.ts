import type { Migration } from '../migration.ts'

/** What went wrong is rare among what went right: alerts look at it alone. */
export const migration: Migration = {
  statements: [
    `create index email_messages_lost on email_messages (tenant_id, created_at)
      where state in ('BOUNCED', 'FAILED')`,
    `create index scheduled_task_runs_failed on scheduled_task_runs (tenant_id, ended_at)
      where state = 'FAILED'`,
  ],
}
