import type { Migration } from '../migration.ts'

/**
 * Proven mail addresses sign in, where the tenant wants it. Tenants that are there already go on
 * without it: whoever may sign in by what changes when their administrators say so.
 */
export const migration: Migration = {
  statements: [
    `alter table users add column mail_key text generated always as (lower(email)) stored`,
    `create index users_by_mail_key on users (tenant_id, mail_key) where mail_key is not null`,
    `insert into settings (tenant_id, family, value, version, updated_at)
      select tenant_id, 'general', '{"emailSignIn": false}', 1, now() from tenants
      on conflict (tenant_id, family) do update
        set value = settings.value || excluded.value, version = settings.version + 1`,
  ],
}
