import { type Migration, tenantTable } from '../migration.ts'

/** Codes by more ways than mail: where they may go, and what became of them. */
export const migration: Migration = {
  statements: [
    `alter table otps add column delivery text not null default 'EMAIL'`,
    // A contact is proven while the user still has this very value.
    `create table proven_contacts (
      tenant_id uuid not null,
      user_id uuid not null,
      attribute text not null,
      value text not null,
      proven_at timestamptz not null,
      primary key (tenant_id, user_id, attribute),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    ...tenantTable('proven_contacts'),
    `create table text_messages (
      tenant_id uuid not null references tenants,
      id uuid not null,
      user_id uuid,
      delivery text not null,
      hint text not null,
      state text not null,
      status integer,
      failure text,
      items jsonb not null,
      created_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, user_id) references users on delete set null (user_id)
    )`,
    `create index text_messages_by_time on text_messages (tenant_id, created_at, id)`,
    `create index text_messages_of_user on text_messages (tenant_id, user_id, created_at)`,
    ...tenantTable('text_messages'),
  ],
}
