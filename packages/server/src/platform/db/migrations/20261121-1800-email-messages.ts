import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table email_messages (
      tenant_id uuid not null references tenants,
      id uuid not null,
      type text not null,
      locale text not null,
      recipient text not null,
      recipient_key text not null,
      state text not null,
      tries integer not null default 1,
      reply text,
      via text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (tenant_id, id)
    )`,
    `create index email_messages_by_time on email_messages (tenant_id, created_at, id)`,
    `create index email_messages_by_recipient
      on email_messages (tenant_id, recipient_key, created_at, id)`,
    ...tenantTable('email_messages'),
    `create table email_connections (
      tenant_id uuid not null references tenants,
      id uuid not null,
      state_hash bytea not null,
      session_id uuid not null,
      settings_version integer not null,
      state text not null default 'PENDING',
      reason text,
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, state_hash)
    )`,
    ...tenantTable('email_connections'),
  ],
}
