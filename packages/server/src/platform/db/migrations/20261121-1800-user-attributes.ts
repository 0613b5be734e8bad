import { type Migration, tenantTable } from '../migration.ts'

/**
 * Values stand in `users.attributes`, where a user is read, and here, normalised, where they are
 * looked up and kept apart.
 */
export const migration: Migration = {
  statements: [
    `create table user_attributes (
      tenant_id uuid not null references tenants,
      id text not null,
      name text not null,
      name_key text not null,
      description text,
      type text not null,
      pattern text,
      choices jsonb not null default '[]',
      required boolean not null,
      is_unique boolean not null,
      user_visible boolean not null,
      user_editable boolean not null,
      created_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('user_attributes'),
    `create table user_attribute_values (
      tenant_id uuid not null,
      attribute_id text not null,
      user_id uuid not null,
      normalised text not null,
      unique_key text,
      primary key (tenant_id, attribute_id, user_id),
      foreign key (tenant_id, attribute_id) references user_attributes,
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    `create index user_attribute_values_by_value on user_attribute_values (tenant_id, attribute_id, normalised)`,
    `create unique index user_attribute_values_apart on user_attribute_values (tenant_id, attribute_id, unique_key)
      where unique_key is not null`,
    `create index user_attribute_values_of_user on user_attribute_values (tenant_id, user_id)`,
    ...tenantTable('user_attribute_values'),
  ],
}
