import type { Migration } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `alter table scheduled_tasks add column formats jsonb not null default '["CSV", "PDF"]'`,
  ],
}
