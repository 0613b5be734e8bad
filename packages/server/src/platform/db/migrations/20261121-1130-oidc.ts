import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table oidc_applications (
      tenant_id uuid not null references tenants,
      id uuid not null,
      client_id text not null,
      name text not null,
      name_key text not null,
      description text not null,
      application_type text not null,
      enabled boolean not null,
      secret_hash text,
      redirect_uris jsonb not null,
      post_logout_redirect_uris jsonb not null,
      grant_types jsonb not null,
      scopes jsonb not null,
      auth_method text not null,
      id_token_algorithm text not null,
      jwks jsonb,
      jwks_uri text,
      require_consent boolean not null,
      access_token_ttl_seconds integer not null,
      refresh_token_ttl_seconds integer not null,
      access_token_format text not null,
      logo_uri text,
      initiate_login_uri text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, client_id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('oidc_applications'),
    `create table oidc_grants (
      tenant_id uuid not null,
      id text not null,
      user_id uuid not null,
      client_id text not null,
      session_id uuid,
      payload jsonb not null,
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, client_id) references oidc_applications (tenant_id, client_id) on delete cascade
    )`,
    `create index oidc_grants_of_user on oidc_grants (tenant_id, user_id, client_id)`,
    `create index oidc_grants_of_client on oidc_grants (tenant_id, client_id)`,
    ...tenantTable('oidc_grants'),
    `create table oidc_tokens (
      tenant_id uuid not null,
      id bytea not null,
      kind text not null,
      grant_id text,
      client_id text,
      user_id uuid,
      outlives_session boolean not null,
      payload jsonb not null,
      expires_at timestamptz not null,
      consumed_at timestamptz,
      answer bytea,
      primary key (tenant_id, id),
      foreign key (tenant_id, grant_id) references oidc_grants on delete cascade
    )`,
    `create index oidc_tokens_of_grant on oidc_tokens (tenant_id, grant_id)`,
    `create index oidc_tokens_by_end on oidc_tokens (tenant_id, expires_at)`,
    ...tenantTable('oidc_tokens'),
    `create table oidc_consents (
      tenant_id uuid not null,
      user_id uuid not null,
      client_id text not null,
      scopes jsonb not null,
      given_at timestamptz not null,
      primary key (tenant_id, user_id, client_id),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, client_id) references oidc_applications (tenant_id, client_id) on delete cascade
    )`,
    ...tenantTable('oidc_consents'),
    // A statement of a flush that must change a row: the flush fails when it does not.
    `create function oidc_require(changed bigint) returns bigint language plpgsql as $$
    begin
      if changed <> 1 then raise exception 'already consumed' using errcode = 'SIG01'; end if;
      return changed;
    end $$`,
    `grant execute on function oidc_require(bigint) to signet_runtime`,
  ],
}
