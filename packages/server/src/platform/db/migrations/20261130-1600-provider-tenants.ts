import type { Migration } from '../migration.ts'

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

const runtimeAlone = (signature: string): readonly string[] => [
  `revoke all on function ${signature} from public`,
  `grant execute on function ${signature} to signet_runtime`,
]

/** What a provider sees of a tenant below it: the tenant's own row, and what it bought. */
const shown = `tenant_id uuid, company_name text, name_key text, public_url text, region text,
  contract_mode text, default_locale text, authentication_account boolean,
  issuance_account boolean, is_provider boolean, locked boolean, created_at timestamptz,
  version integer, bundle text, allotment integer, consumed integer`

const nameKey = (table: string): string => `lower(${table}.company_name) collate "C"`

const columns = `t.tenant_id, t.company_name, ${nameKey('t')} as name_key, t.public_url, t.region,
  t.contract_mode, t.default_locale, t.authentication_account, t.issuance_account, t.is_provider,
  t.locked, t.created_at, t.version`

const below = `t.parent_tenant_id = ${current} and not t.terminated`

const withEntitlement = `left join public.entitlements e
  on e.tenant_id = p.tenant_id and e.type = 'AUTHENTICATION'`

const matching = `${below} and (wanted_locked is null or t.locked = wanted_locked)
  and strpos(lower(t.company_name || ' ' || t.public_url), lower(term)) > 0`

const pageIn = (comparison: '<' | '>', direction: 'asc' | 'desc'): string => `
  return query
    select p.*, e.bundle, e.allotment, e.consumed, found_rows
    from (select ${columns} from public.tenants t
      where ${matching}
        and (${nameKey('t')}, t.tenant_id) ${comparison} (edge_name collate "C", edge_id)
      order by ${nameKey('t')} ${direction}, t.tenant_id ${direction}
      limit most) p
    ${withEntitlement}
    order by p.name_key ${direction}, p.tenant_id ${direction};`

/** The limit of the count stands here, since a plan is made without looking at arguments. */
const page = [
  `create function provider_tenants_page(term text, wanted_locked boolean, backwards boolean,
      edge_name text, edge_id uuid, most integer)
    returns table (${shown}, total integer)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    declare
      found_rows integer := (select count(*)::integer
        from (select from public.tenants t where ${matching} limit 10001) counted);
    begin
      if backwards then ${pageIn('<', 'desc')}
      else ${pageIn('>', 'asc')}
      end if;
    end $$`,
  ...runtimeAlone('provider_tenants_page(text, boolean, boolean, text, uuid, integer)'),
]

const one = [
  `create function provider_tenant(wanted uuid)
    returns table (${shown})
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    begin
      return query
        select p.*, e.bundle, e.allotment, e.consumed
        from (select ${columns} from public.tenants t
          where t.tenant_id = wanted and ${below}) p
        ${withEntitlement};
    end $$`,
  ...runtimeAlone('provider_tenant(uuid)'),
]

const parent = [
  `create function parent_company_name()
    returns text
    language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      select p.company_name from public.tenants t
        join public.tenants p on p.tenant_id = t.parent_tenant_id
        where t.tenant_id = ${current}
    $$`,
  ...runtimeAlone('parent_company_name()'),
]

/** No tenant comes to be above itself: what looks for the root of a tenant would never find it. */
const noCycles = [
  `create function refuse_parent_cycle() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      if exists (
        with recursive above(tenant_id, parent_tenant_id) as (
          select p.tenant_id, p.parent_tenant_id from public.tenants p
          where p.tenant_id = new.parent_tenant_id
          union
          select p.tenant_id, p.parent_tenant_id
          from above a join public.tenants p on p.tenant_id = a.parent_tenant_id)
        select from above a where a.tenant_id = new.tenant_id)
      then
        raise exception 'a tenant does not stand above itself'
          using errcode = 'check_violation', constraint = 'tenants_no_cycle';
      end if;
      return null;
    end $$`,
  ...runtimeAlone('refuse_parent_cycle()'),
  `create trigger tenants_no_cycle after update of parent_tenant_id on tenants
    for each row when (old.parent_tenant_id is distinct from new.parent_tenant_id)
    execute function refuse_parent_cycle()`,
]

export const migration: Migration = {
  statements: [...page, ...one, ...parent, ...noCycles],
}
