import { type Migration, tenantTable } from '../migration.ts'

/** Settings of their own for the people of some groups, in an order that no two share. */
export const migration: Migration = {
  statements: [
    `create table group_policies (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text collate "C" not null,
      priority integer not null,
      active boolean not null,
      settings jsonb not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key),
      unique (tenant_id, priority) deferrable initially deferred
    )`,
    ...tenantTable('group_policies'),
    `create table group_policy_groups (
      tenant_id uuid not null,
      policy_id uuid not null,
      group_id uuid not null,
      primary key (tenant_id, policy_id, group_id),
      foreign key (tenant_id, policy_id) references group_policies on delete cascade,
      foreign key (tenant_id, group_id) references groups on delete cascade
    )`,
    `create index group_policy_groups_of_group on group_policy_groups (tenant_id, group_id)`,
    ...tenantTable('group_policy_groups'),
  ],
}
