import { type Migration, tenantTable } from '../migration.ts'

/** Why an email failed, and the sealed content of those that can be sent again. */
export const migration: Migration = {
  statements: [
    'alter table email_messages add column reason text',
    'alter table email_messages add column discarded_at timestamptz',
    `create index email_messages_undelivered on email_messages (tenant_id, created_at, id)
      where state in ('BOUNCED', 'FAILED')`,
    `create table kept_emails (
      tenant_id uuid not null,
      id uuid not null,
      user_id uuid,
      sealed bytea not null,
      kept_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, id) references email_messages on delete cascade,
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    `create index kept_emails_of_user on kept_emails (tenant_id, user_id)
      where user_id is not null`,
    'create index kept_emails_by_time on kept_emails (tenant_id, kept_at, id)',
    ...tenantTable('kept_emails'),
  ],
}
