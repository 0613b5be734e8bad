import { type Migration, tenantTable } from '../migration.ts'

/** What is asked of the holders of a card; pictures that a value chooses. */
export const migration: Migration = {
  statements: [
    `create table workflow_designs (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text,
      version integer not null default 1,
      credential_design_id uuid not null,
      definition jsonb not null,
      all_groups boolean not null,
      created_at timestamptz not null,
      modified_at timestamptz not null,
      modified_by text not null,
      primary key (tenant_id, id),
      unique (tenant_id, name_key),
      foreign key (tenant_id, credential_design_id) references credential_designs
    )`,
    `create index workflow_designs_of_credential_design
      on workflow_designs (tenant_id, credential_design_id)`,
    ...tenantTable('workflow_designs'),
    `create table workflow_design_groups (
      tenant_id uuid not null,
      workflow_design_id uuid not null,
      group_id uuid not null,
      primary key (tenant_id, workflow_design_id, group_id),
      foreign key (tenant_id, workflow_design_id) references workflow_designs on delete cascade,
      foreign key (tenant_id, group_id) references groups on delete cascade
    )`,
    `create index workflow_design_groups_of_group
      on workflow_design_groups (tenant_id, group_id)`,
    ...tenantTable('workflow_design_groups'),
  ],
}
