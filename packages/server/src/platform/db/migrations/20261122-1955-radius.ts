import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table radius_applications (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      enabled boolean not null,
      sealed_secret bytea not null,
      secret_created_at timestamptz not null,
      settings jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('radius_applications'),
    `create table radius_agents (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      enabled boolean not null,
      credential_hash bytea not null,
      credential_created_at timestamptz not null,
      former_credential_hash bytea,
      former_credential_until timestamptz,
      last_seen_at timestamptz,
      software text,
      created_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('radius_agents'),
    `create table radius_challenges (
      tenant_id uuid not null references tenants,
      id text not null,
      application_id uuid not null,
      sealed bytea not null,
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, application_id) references radius_applications on delete cascade
    )`,
    `create index radius_challenges_of_application
      on radius_challenges (tenant_id, application_id)`,
    `create index radius_challenges_by_end on radius_challenges (tenant_id, expires_at)`,
    ...tenantTable('radius_challenges'),
    `create table radius_sessions (
      tenant_id uuid not null references tenants,
      id uuid not null,
      application_id uuid not null,
      client_address text not null,
      session_name text not null,
      user_name text not null,
      calling_station text,
      framed_address text,
      started_at timestamptz not null,
      updated_at timestamptz not null,
      ended_at timestamptz,
      seconds bigint not null,
      input_bytes bigint not null,
      output_bytes bigint not null,
      end_cause bigint,
      primary key (tenant_id, id),
      unique (tenant_id, application_id, client_address, session_name),
      foreign key (tenant_id, application_id) references radius_applications on delete cascade
    )`,
    `create index radius_sessions_by_start
      on radius_sessions (tenant_id, application_id, started_at desc)`,
    `create index radius_sessions_by_news on radius_sessions (tenant_id, updated_at)`,
    ...tenantTable('radius_sessions'),
  ],
}
