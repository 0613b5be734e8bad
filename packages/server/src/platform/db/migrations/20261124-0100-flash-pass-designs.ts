import { type Migration, tenantTable } from '../migration.ts'

/** How passes for the wallets of phones look. */
export const migration: Migration = {
  statements: [
    `create table flash_pass_designs (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text,
      workflow_design_id uuid not null,
      content jsonb not null,
      logo text,
      version integer not null default 1,
      created_at timestamptz not null,
      modified_at timestamptz not null,
      modified_by text not null,
      primary key (tenant_id, id),
      unique (tenant_id, name_key),
      foreign key (tenant_id, workflow_design_id) references workflow_designs
    )`,
    `create index flash_pass_designs_of_workflow
      on flash_pass_designs (tenant_id, workflow_design_id)`,
    ...tenantTable('flash_pass_designs'),
  ],
}
