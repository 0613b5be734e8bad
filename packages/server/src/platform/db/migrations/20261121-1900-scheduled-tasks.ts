import { type Migration, tenantTable } from '../migration.ts'

/** One that was killed is missed soon. */
const queue = {
  policy: 'standard',
  retryLimit: 5,
  retryDelay: 30,
  retryBackoff: true,
  expireInSeconds: 300,
}

export const migration: Migration = {
  statements: [
    `create table reports (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      definition jsonb not null,
      state text not null,
      reason text,
      row_count integer,
      truncated boolean not null default false,
      from_at timestamptz,
      until_at timestamptz,
      csv bytea,
      pdf bytea,
      task_id uuid,
      owner_id uuid not null,
      owner_name text not null,
      sight text not null,
      grant_standing text,
      grant_until timestamptz,
      created_at timestamptz not null,
      ended_at timestamptz,
      expires_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id)
    )`,
    `create index reports_by_creation on reports (tenant_id, created_at, id)`,
    ...tenantTable('reports'),
    `create table scheduled_tasks (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      report jsonb not null,
      cron text not null,
      time_zone text not null,
      enabled boolean not null,
      recipients jsonb not null,
      owner_id uuid not null,
      owner_name text not null,
      paused_reason text,
      next_run_at timestamptz,
      last_run_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('scheduled_tasks'),
    `create table scheduled_task_runs (
      tenant_id uuid not null,
      id uuid not null,
      task_id uuid not null,
      trigger text not null,
      state text not null,
      reason text,
      report_id uuid,
      mailed jsonb not null default '[]',
      due_at timestamptz not null,
      ended_at timestamptz,
      primary key (tenant_id, id),
      foreign key (tenant_id, task_id) references scheduled_tasks on delete cascade
    )`,
    `create index scheduled_task_runs_of_task on scheduled_task_runs (tenant_id, task_id, due_at)`,
    ...tenantTable('scheduled_task_runs'),
    // Looks over all tenants: they have few tasks each. Who runs one is settled by its row's lock.
    `create function scheduled_tasks_due(due timestamptz) returns table (tenant_id uuid, id uuid)
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      begin
        return query select t.tenant_id, t.id from public.scheduled_tasks t
          where t.next_run_at <= due order by t.next_run_at;
      end $$`,
    `revoke all on function scheduled_tasks_due(timestamptz) from public`,
    `grant execute on function scheduled_tasks_due(timestamptz) to signet_runtime`,
    `select pgboss.create_queue('reports', '${JSON.stringify(queue)}')`,
    `select pgboss.create_queue('scheduled-tasks', '${JSON.stringify(queue)}')`,
  ],
}
