import { type Migration, tenantTable } from '../migration.ts'

/**
 * Whether a test email arrived, and which emails had no server to go to. The former release reads
 * `via` strictly, so that the latter is a column of its own.
 */
export const migration: Migration = {
  statements: [
    `create table email_tests (
      tenant_id uuid not null references tenants,
      id uuid not null,
      server_key bytea not null,
      sent_at timestamptz not null,
      taken boolean not null,
      arrived_at timestamptz,
      primary key (tenant_id)
    )`,
    ...tenantTable('email_tests'),
    'alter table email_messages add column without_server boolean not null default false',
    `update email_messages set without_server = true
      where state = 'FAILED' and reply = 'no mail server is configured'`,
  ],
}
