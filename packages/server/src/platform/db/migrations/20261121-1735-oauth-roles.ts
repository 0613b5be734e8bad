import { type Migration, tenantTable } from '../migration.ts'

export const migration: Migration = {
  statements: [
    `create table oauth_roles (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text,
      created_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('oauth_roles'),
    `create table user_oauth_roles (
      tenant_id uuid not null,
      user_id uuid not null,
      oauth_role_id uuid not null,
      primary key (tenant_id, user_id, oauth_role_id),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, oauth_role_id) references oauth_roles on delete cascade
    )`,
    `create index user_oauth_roles_of_role on user_oauth_roles (tenant_id, oauth_role_id, user_id)`,
    ...tenantTable('user_oauth_roles'),
  ],
}
