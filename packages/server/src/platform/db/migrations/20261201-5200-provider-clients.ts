import { type Migration, tenantTable } from '../migration.ts'

/** Programs that call the API of a service provider in its name, each with rights of its own. */
export const migration: Migration = {
  statements: [
    `create table provider_clients (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      enabled boolean not null,
      permissions jsonb not null,
      addresses jsonb not null,
      token_ttl_seconds integer not null,
      secret_hash bytea not null,
      former_hash bytea,
      former_ends_at timestamptz,
      last_used_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      constraint provider_clients_key unique (tenant_id, name_key)
    )`,
    ...tenantTable('provider_clients'),
  ],
}
