import type { Migration } from '../migration.ts'

/** Since when the mail server rejects the address as unknown, and its reply. */
export const migration: Migration = {
  statements: [
    `alter table users add column email_undeliverable_at timestamptz,
      add column email_undeliverable_reply text`,
    `create index users_by_undeliverable_mail on users (tenant_id, mail_key)
      where email_undeliverable_at is not null`,
  ],
}
