import { type Migration, tenantTable } from '../migration.ts'

/** Authenticators and passwords that another service judges. */
export const migration: Migration = {
  statements: [
    `create table external_credentials (
      tenant_id uuid not null,
      user_id uuid not null,
      type text not null,
      identifier text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      last_answer_hmac bytea,
      primary key (tenant_id, user_id, type),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    ...tenantTable('external_credentials'),
    `create table passthroughs (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      description text not null,
      enabled boolean not null,
      group_ids jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id)
    )`,
    ...tenantTable('passthroughs'),
  ],
}
