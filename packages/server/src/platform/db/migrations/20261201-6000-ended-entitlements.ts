import { type Migration, tenantTable } from '../migration.ts'

const tenant = `nullif(current_setting('app.tenant', true), '')::uuid`

const ofTenant = `tenant_id = ${tenant} and usage_type = 'USERS'`

/** The day that it is in, as `isContractOver` sees it. */
const dayOf = (at: string): string => `date_trunc('day', ${at} at time zone 'UTC')`

/**
 * What was removed stays known: without a row of its own, nothing more of the type is used, and the tenant
 * is unlimited only if nothing was ever removed. Without the tenant
 * in the session, rows come from a backup, or the tenant is erased.
 */
const removed = [
  `create table removed_entitlements (
    tenant_id uuid not null references tenants,
    type text not null,
    usage_type text not null,
    primary key (tenant_id, type)
  )`,
  ...tenantTable('removed_entitlements'),
  `create function keep_removed_entitlement() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      if ${tenant} is distinct from old.tenant_id then return null; end if;
      insert into removed_entitlements (tenant_id, type, usage_type)
        values (old.tenant_id, old.type, old.usage_type) on conflict do nothing;
      return null;
    end $$`,
  `create trigger keep_removed_entitlement after delete on entitlements
    for each row execute function keep_removed_entitlement()`,
]

const refuse = (constraint: string, message: string): string => `
  raise exception '${message}' using errcode = 'check_violation', constraint = '${constraint}';`

/**
 * As before, and no user comes once the contract is over or the entitlement was removed. The time is that
 * of the new users, so what the service takes for now decides. An entitlement that is removed meanwhile
 * holds the update until that ends; what was removed is then seen. Users of a tenant that its provider
 * erases are not those of the provider.
 */
const countUsers = `
  create or replace function count_users() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    declare
      difference integer;
      latest timestamptz;
      bought record;
    begin
      perform from changed where tenant_id = ${tenant} limit 1;
      if not found then return null; end if;
      perform from entitlements where ${ofTenant};
      if not found then
        perform from removed_entitlements where ${ofTenant};
        if not found then return null; end if;
      end if;
      select count(*), max(created_at) into difference, latest from changed;
      if difference = 0 then return null; end if;
      if tg_op = 'DELETE' then
        difference := - difference;
        latest := now();
      end if;
      update entitlements
        set consumed = consumed + difference, used_at = greatest(used_at, latest)
        where ${ofTenant}
        returning allotment, consumed, overage_type, end_date into bought;
      if not found and difference > 0 then
        perform from removed_entitlements where ${ofTenant};
        if found then ${refuse('entitlements_ended', 'the entitlement of users was removed')} end if;
        return null;
      end if;
      if difference < 0 then return null; end if;
      if ${dayOf('bought.end_date')} < ${dayOf('latest')} then
        ${refuse('entitlements_ended', 'the contract of users is over')}
      end if;
      if bought.overage_type = 'NO' and bought.consumed > bought.allotment then
        ${refuse('entitlements_allotment', 'the allotment of users is used up')}
      end if;
      return null;
    end $$`

export const migration: Migration = {
  statements: [`alter table entitlements add used_at timestamptz`, ...removed, countUsers],
}
