import { type Migration, tenantTable } from '../migration.ts'

/**
 * Sign-ups that wait for their link to be used. One whose address has an account stands here too,
 * without a link that could be used, so that both are written alike. And the applications that
 * people like best.
 */
export const migration: Migration = {
  statements: [
    `create table sign_ups (
      tenant_id uuid not null references tenants,
      id uuid not null,
      token_hash bytea not null,
      email text not null,
      first_name text,
      last_name text,
      locale text not null,
      terms_url text,
      known boolean not null,
      tries integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, id)
    )`,
    `create unique index sign_ups_by_token on sign_ups (tenant_id, token_hash)`,
    `create index sign_ups_by_creation on sign_ups (tenant_id, created_at, id) where not known`,
    `create index sign_ups_by_end on sign_ups (tenant_id, expires_at)`,
    ...tenantTable('sign_ups'),
    `create table favorite_applications (
      tenant_id uuid not null,
      user_id uuid not null,
      application_id uuid not null,
      primary key (tenant_id, user_id, application_id),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, application_id) references oidc_applications on delete cascade
    )`,
    `create index favorite_applications_of_application
      on favorite_applications (tenant_id, application_id)`,
    ...tenantTable('favorite_applications'),
  ],
}
