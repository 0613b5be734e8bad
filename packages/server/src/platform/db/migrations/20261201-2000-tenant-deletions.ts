import { type Migration, tenantTable } from '../migration.ts'

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

const runtimeAlone = (signature: string): readonly string[] => [
  `revoke all on function ${signature} from public`,
  `grant execute on function ${signature} to signet_runtime`,
]

const definer = `language plpgsql security definer set search_path = pg_catalog, public, pg_temp`

const tables = [
  `alter table tenants add column deletion_at timestamptz`,
  `alter table tenants add column deletion_grace_days integer not null default 30
    check (deletion_grace_days between 0 and 90)`,
  `create table tenant_deletions (
    tenant_id uuid not null references tenants,
    id uuid not null,
    deleted_tenant_id uuid not null,
    company_name text not null,
    host_names text[] not null,
    was_locked boolean not null,
    state text not null check (state in ('PENDING', 'ERASING', 'ERASED', 'CANCELED')),
    requested_by text not null,
    requested_by_id text,
    requested_at timestamptz not null,
    erase_at timestamptz not null,
    begun_at timestamptz,
    emptied_at timestamptz,
    erased_at timestamptz,
    erased jsonb not null default '{}',
    hosts_free_at timestamptz,
    backups_gone_at timestamptz,
    statement text,
    digest text,
    version integer not null default 1,
    primary key (tenant_id, id)
  )`,
  `create unique index tenant_deletions_open on tenant_deletions (tenant_id, deleted_tenant_id)
    where state in ('PENDING', 'ERASING')`,
  ...tenantTable('tenant_deletions'),
]

/** Deletions whose grace period is over, and those that were begun, at whatever provider. */
const due = [
  `create function due_tenant_deletions(moment timestamptz, most integer)
    returns table (provider_id uuid, deletion_id uuid)
    ${definer} stable as $$
    begin
      return query select d.tenant_id, d.id from public.tenant_deletions d
        where d.state in ('PENDING', 'ERASING') and d.erase_at <= moment
        order by d.erase_at, d.id limit most;
    end $$`,
  ...runtimeAlone('due_tenant_deletions(timestamptz, integer)'),
]

/** Also those that are being erased: until nothing is left of them, they have a provider. */
const tenantsBelow = [
  `create function has_tenants_below() returns boolean
    ${definer} stable as $$
    begin
      return exists (select from public.tenants t where t.parent_tenant_id = ${current});
    end $$`,
  ...runtimeAlone('has_tenants_below()'),
]

/** No tenant comes to be below one that is deleted meanwhile. */
const noneBelowDeleted = [
  `create function refuse_below_deleted() returns trigger
    ${definer} as $$
    declare is_deleted boolean;
    begin
      select p.deletion_at is not null or p.terminated into is_deleted
        from public.tenants p where p.tenant_id = new.parent_tenant_id for share;
      if is_deleted then
        raise exception 'the provider is being deleted'
          using errcode = 'check_violation', constraint = 'tenants_parent_open';
      end if;
      return new;
    end $$`,
  ...runtimeAlone('refuse_below_deleted()'),
  `create trigger tenants_parent_open before insert on tenants
    for each row when (new.parent_tenant_id is not null) execute function refuse_below_deleted()`,
]

/** A name of an erased tenant is no other tenant's for a time: the row is not inserted, as if it were taken. */
const heldHosts = [
  `create function skip_held_host() returns trigger
    ${definer} as $$
    begin
      if exists (select from public.tenant_deletions d
        where d.state in ('ERASING', 'ERASED') and new.host = any (d.host_names)
          and (d.hosts_free_at is null or d.hosts_free_at > now()))
      then
        return null;
      end if;
      return new;
    end $$`,
  ...runtimeAlone('skip_held_host()'),
  `create trigger skip_held_host before insert on host_names
    for each row execute function skip_held_host()`,
]

export const migration: Migration = {
  statements: [...tables, ...due, ...tenantsBelow, ...noneBelowDeleted, ...heldHosts],
}
