import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table oidc_claims (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      description text not null,
      scope text not null,
      source text not null,
      value text not null,
      format text not null,
      created_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name)
    )`,
    ...tenantTable('oidc_claims'),
  ],
}
