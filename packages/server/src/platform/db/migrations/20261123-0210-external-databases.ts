import { type Migration, tenantTable } from '../migration.ts'

/** Databases of others, and which fields of an enrollment come from them. */
export const migration: Migration = {
  statements: [
    `create table external_databases (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      kind text not null,
      host text not null,
      port integer not null,
      database_name text not null,
      user_name text not null,
      sealed_password bytea not null,
      security text not null,
      ca_certificates text,
      version integer not null default 1,
      created_at timestamptz not null,
      modified_at timestamptz not null,
      modified_by text not null,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('external_databases'),
    `create table field_connections (
      tenant_id uuid not null,
      workflow_design_id uuid not null,
      field_id text not null,
      database_id uuid not null,
      table_name text not null,
      column_name text not null,
      key_column text not null,
      key_field_id text not null,
      primary key (tenant_id, workflow_design_id, field_id),
      foreign key (tenant_id, workflow_design_id) references workflow_designs on delete cascade,
      foreign key (tenant_id, database_id) references external_databases
    )`,
    `create index field_connections_of_database on field_connections (tenant_id, database_id)`,
    ...tenantTable('field_connections'),
  ],
}
