import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table resource_apis (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      identifier text not null,
      description text not null,
      enabled boolean not null,
      access_token_ttl_seconds integer not null,
      application_ids jsonb not null,
      created_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key),
      unique (tenant_id, identifier)
    )`,
    ...tenantTable('resource_apis'),
    `create table resource_scopes (
      tenant_id uuid not null,
      id uuid not null,
      api_id uuid not null,
      name text not null,
      description text not null,
      oauth_role_ids jsonb not null,
      created_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, api_id, name),
      foreign key (tenant_id, api_id) references resource_apis on delete cascade
    )`,
    ...tenantTable('resource_scopes'),
    `create table client_credentials_grants (
      tenant_id uuid not null,
      api_id uuid not null,
      application_id uuid not null,
      scope_ids jsonb not null,
      created_at timestamptz not null,
      primary key (tenant_id, api_id, application_id),
      foreign key (tenant_id, api_id) references resource_apis on delete cascade,
      foreign key (tenant_id, application_id) references oidc_applications on delete cascade
    )`,
    `create index client_credentials_grants_of_application
      on client_credentials_grants (tenant_id, application_id, api_id)`,
    ...tenantTable('client_credentials_grants'),
  ],
}
