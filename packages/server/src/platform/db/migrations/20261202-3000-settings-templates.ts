import { type Migration, tenantTable } from '../migration.ts'

/** A rollout goes on from the database: a try that fails is repeated within minutes. */
const queue = {
  policy: 'standard',
  retryLimit: 10,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 120,
}

/** Settings that a provider rolls out to its tenants in stages. */
export const migration: Migration = {
  statements: [
    `create table settings_templates (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      parent_id uuid,
      own_values jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      constraint settings_templates_key unique (tenant_id, name_key),
      foreign key (tenant_id, parent_id) references settings_templates
    )`,
    `create index settings_templates_of_parent on settings_templates (tenant_id, parent_id)`,
    ...tenantTable('settings_templates'),
    `create table settings_template_assignments (
      tenant_id uuid not null,
      id uuid not null,
      template_id uuid not null,
      for_tenant_id uuid not null,
      applied jsonb not null,
      created_at timestamptz not null,
      applied_at timestamptz,
      version integer not null default 1,
      primary key (tenant_id, id),
      constraint settings_template_assignments_key unique (tenant_id, for_tenant_id),
      foreign key (tenant_id, template_id) references settings_templates
    )`,
    `create index settings_template_assignments_of_template
      on settings_template_assignments (tenant_id, template_id, id)`,
    ...tenantTable('settings_template_assignments'),
    `create table settings_rollouts (
      tenant_id uuid not null,
      id uuid not null,
      template_id uuid not null,
      rolled_values jsonb not null,
      overwrite boolean not null,
      watch_minutes integer not null,
      rise_points integer not null,
      rise_percent integer not null,
      state text not null check (state in ('PLANNED', 'CANARY', 'WATCHING', 'ROLLING',
        'ROLLING_BACK', 'STOPPED', 'DONE', 'ROLLED_BACK')),
      stop_reason text,
      resume_to text,
      started_by text not null,
      created_at timestamptz not null,
      watch_until timestamptz,
      watched jsonb,
      ended_at timestamptz,
      version integer not null default 1,
      primary key (tenant_id, id),
      foreign key (tenant_id, template_id) references settings_templates on delete cascade
    )`,
    `create unique index settings_rollouts_open on settings_rollouts (tenant_id, template_id)
      where state not in ('DONE', 'ROLLED_BACK')`,
    `create index settings_rollouts_of_template on settings_rollouts (tenant_id, template_id, id)`,
    ...tenantTable('settings_rollouts'),
    `create table settings_rollout_tenants (
      tenant_id uuid not null,
      id uuid not null,
      rollout_id uuid not null,
      for_tenant_id uuid not null,
      company_name text not null,
      canary boolean not null,
      state text not null
        check (state in ('PENDING', 'APPLIED', 'UNCHANGED', 'FAILED', 'ROLLED_BACK')),
      former jsonb not null,
      written jsonb not null,
      formerly_applied jsonb not null,
      error_code text,
      changed_at timestamptz,
      version integer not null default 1,
      primary key (tenant_id, id),
      foreign key (tenant_id, rollout_id) references settings_rollouts on delete cascade
    )`,
    `create index settings_rollout_tenants_of_rollout
      on settings_rollout_tenants (tenant_id, rollout_id, state, id)`,
    `create index settings_rollout_tenants_of_tenant
      on settings_rollout_tenants (tenant_id, for_tenant_id)`,
    ...tenantTable('settings_rollout_tenants'),
    `select pgboss.create_queue('settings-rollouts', '${JSON.stringify(queue)}')`,
  ],
}
