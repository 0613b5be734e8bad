import { type Migration, tenantTable } from '../migration.ts'

/** Processes of tenants' networks that have card readers, and what they are asked to do. */
export const migration: Migration = {
  statements: [
    `create table site_agents (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      credential_hash bytea not null,
      created_at timestamptz not null,
      last_seen_at timestamptz,
      software text,
      readers jsonb not null default '[]',
      poll_id uuid,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('site_agents'),
    `create table card_exchanges (
      tenant_id uuid not null references tenants,
      id uuid not null,
      agent_id uuid not null,
      reader text not null,
      number integer not null default 0,
      sealed_command bytea,
      is_taken boolean not null default false,
      sealed_answer bytea,
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, agent_id, reader),
      foreign key (tenant_id, agent_id) references site_agents on delete cascade
    )`,
    `create index card_exchanges_by_end on card_exchanges (tenant_id, expires_at)`,
    ...tenantTable('card_exchanges'),
  ],
}
