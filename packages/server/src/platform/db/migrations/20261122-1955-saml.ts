import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table saml_applications (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      enabled boolean not null,
      logo_uri text,
      entity_id text not null,
      settings jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      constraint saml_applications_name unique (tenant_id, name_key),
      constraint saml_applications_entity unique (tenant_id, entity_id)
    )`,
    ...tenantTable('saml_applications'),
    `create table saml_keys (
      tenant_id uuid not null references tenants,
      id uuid not null,
      state text not null,
      certificate text not null,
      sealed_private bytea not null,
      not_before timestamptz not null,
      not_after timestamptz not null,
      created_at timestamptz not null,
      primary key (tenant_id, id)
    )`,
    `create unique index saml_keys_active on saml_keys (tenant_id) where state = 'ACTIVE'`,
    `create unique index saml_keys_next on saml_keys (tenant_id) where state = 'NEXT'`,
    ...tenantTable('saml_keys'),
    `create table saml_sessions (
      tenant_id uuid not null,
      session_id uuid not null,
      application_id uuid not null,
      name_id text not null,
      name_id_format text not null,
      session_index text not null,
      signed_in_at timestamptz not null,
      primary key (tenant_id, session_id, application_id),
      foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade,
      foreign key (tenant_id, application_id)
        references saml_applications (tenant_id, id) on delete cascade
    )`,
    `create index saml_sessions_by_name on saml_sessions (tenant_id, application_id, name_id)`,
    ...tenantTable('saml_sessions'),
    `create table saml_requests (
      tenant_id uuid not null,
      application_id uuid not null,
      request_id text not null,
      expires_at timestamptz not null,
      constraint saml_requests_once primary key (tenant_id, application_id, request_id),
      foreign key (tenant_id, application_id)
        references saml_applications (tenant_id, id) on delete cascade
    )`,
    `create index saml_requests_by_end on saml_requests (tenant_id, expires_at)`,
    ...tenantTable('saml_requests'),
    `create table saml_logouts (
      tenant_id uuid not null references tenants,
      id bytea not null,
      state jsonb not null,
      expires_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id)
    )`,
    `create index saml_logouts_by_end on saml_logouts (tenant_id, expires_at)`,
    ...tenantTable('saml_logouts'),
  ],
}
