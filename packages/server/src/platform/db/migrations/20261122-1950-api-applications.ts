import { type Migration, tenantTable } from '../migration.ts'

/** Programs that sign in with a secret of their own. */
export const migration: Migration = {
  statements: [
    `create table api_applications (
      tenant_id uuid not null references tenants,
      id uuid not null,
      application_type text not null,
      name text not null,
      name_key text not null,
      description text not null,
      enabled boolean not null,
      role_id uuid,
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
      unique (tenant_id, name_key),
      foreign key (tenant_id, role_id) references roles
    )`,
    `create index api_applications_of_role on api_applications (tenant_id, role_id)`,
    ...tenantTable('api_applications'),
    `create index sessions_of_application on sessions (tenant_id, application_id)
      where application_id is not null`,
  ],
}
