import { type Migration, tenantTable } from '../migration.ts'

const runtimeAlone = (signature: string): readonly string[] => [
  `revoke all on function ${signature} from public`,
  `grant execute on function ${signature} to signet_runtime`,
]

const tables = [
  `create table isolation_settings (
    tenant_id uuid primary key references tenants,
    enabled boolean not null,
    interval_hours integer not null check (interval_hours between 6 and 168),
    canary_one uuid,
    canary_two uuid
  )`,
  ...tenantTable('isolation_settings'),
  `create table isolation_runs (
    tenant_id uuid not null references tenants,
    id uuid not null,
    state text not null check (state in ('REQUESTED', 'RUNNING', 'COMPLETED', 'FAILED')),
    requested_by text,
    requested_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    release text,
    calls integer not null default 0,
    probes integer not null default 0,
    findings integer not null default 0,
    report text,
    signed text,
    digest text,
    primary key (tenant_id, id)
  )`,
  `create unique index isolation_runs_open on isolation_runs (tenant_id)
    where state in ('REQUESTED', 'RUNNING')`,
  ...tenantTable('isolation_runs'),
]

/** Root providers with a run that waits, was left by a node that ended, or is due. */
const due = [
  `create function due_isolation_runs(moment timestamptz) returns table (root_id uuid)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    begin
      return query
        select r.tenant_id from public.isolation_runs r where r.state = 'RUNNING'
          or r.state = 'REQUESTED' and r.requested_at <= moment
        union
        select s.tenant_id from public.isolation_settings s where s.enabled and not exists (
          select from public.isolation_runs r where r.tenant_id = s.tenant_id
            and r.requested_at > moment - make_interval(hours => s.interval_hours));
    end $$`,
  ...runtimeAlone('due_isolation_runs(timestamptz)'),
]

export const migration: Migration = { statements: [...tables, ...due] }
