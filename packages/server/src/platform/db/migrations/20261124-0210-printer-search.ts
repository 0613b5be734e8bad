import { type Migration, tenantTable } from '../migration.ts'

const tables = [
  `create table fleet_opt_ins (
    tenant_id uuid primary key references tenants,
    opted_in boolean not null,
    changed_at timestamptz not null,
    changed_by text not null
  )`,
  ...tenantTable('fleet_opt_ins'),
  `create table ribbon_bundles (
    tenant_id uuid not null references tenants,
    ribbon_id text not null,
    name text not null,
    ribbons integer not null,
    cards_per_ribbon integer not null,
    cleaning_cards integer not null,
    primary key (tenant_id, ribbon_id)
  )`,
  ...tenantTable('ribbon_bundles'),
  `create index tenants_by_parent on tenants (parent_tenant_id)`,
]

const runtimeAlone = (signature: string): readonly string[] => [
  `revoke all on function ${signature} from public`,
  `grant execute on function ${signature} to signet_runtime`,
]

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

/** The tenant whose transaction it is, and those below it that opted in. */
const inSight = `not t.terminated and (t.tenant_id = ${current}
  or t.parent_tenant_id = ${current} and exists (select from public.fleet_opt_ins o
    where o.tenant_id = t.tenant_id and o.opted_in))`

const isLow = `exists (select from jsonb_array_elements(p.supplies) s
  where (s->>'isConsumed')::boolean and (s->>'level')::numeric < p.low_level)`

/** Printers of the provider whose transaction it is: under the policy a tenant sees its own alone. */
const printers = [
  `create function fleet_printers(term text, accounts uuid[], states text[], wanted text,
      low_only boolean, most integer)
    returns table (tenant_id uuid, company_name text, id uuid, name text, kind text, location text,
      make_and_model text, firmware text, state text, reasons jsonb, supplies jsonb,
      last_seen_at timestamptz)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    begin
      return query
        select t.tenant_id, t.company_name, p.id, p.name, p.kind, p.location, p.make_and_model,
          p.firmware, p.state, p.reasons, p.supplies, p.last_seen_at
        from public.tenants t join public.printers p on p.tenant_id = t.tenant_id
        where ${inSight}
          and (cardinality(accounts) = 0 or t.tenant_id = any (accounts))
          and (cardinality(states) = 0 or p.state = any (states))
          and (wanted is null or p.kind = wanted)
          and (not low_only or ${isLow})
          and strpos(lower(concat_ws(' ', t.company_name, p.name, p.location, p.make_and_model)),
            lower(term)) > 0
        order by lower(t.company_name), p.name_key, p.id
        limit most;
    end $$`,
  ...runtimeAlone('fleet_printers(text, uuid[], text[], text, boolean, integer)'),
]

/** Accounts below the tenant whose transaction it is; of those that have not opted in, the name alone. */
const accounts = [
  `create function fleet_accounts(term text, account uuid, most integer)
    returns table (tenant_id uuid, company_name text, in_sight boolean, total bigint, idle bigint,
      processing bigint, stopped bigint, offline bigint, unknown bigint, low bigint,
      simulated bigint, cards bigint)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    begin
      return query
        select t.tenant_id, t.company_name, ${inSight}, count(p.id),
          count(p.id) filter (where p.state = 'IDLE'),
          count(p.id) filter (where p.state = 'PROCESSING'),
          count(p.id) filter (where p.state = 'STOPPED'),
          count(p.id) filter (where p.state = 'OFFLINE'),
          count(p.id) filter (where p.state = 'UNKNOWN'),
          count(p.id) filter (where ${isLow}),
          count(p.id) filter (where p.kind = 'SIMULATED'),
          coalesce(sum(c.cards), 0)::bigint
        from public.tenants t
          left join public.printers p on p.tenant_id = t.tenant_id and ${inSight}
          left join public.printer_counters c on c.tenant_id = p.tenant_id and c.printer_id = p.id
        where (t.tenant_id = ${current} or t.parent_tenant_id = ${current}) and not t.terminated
          and (account is null or t.tenant_id = account)
          and strpos(lower(t.company_name), lower(term)) > 0
        group by t.tenant_id
        order by lower(t.company_name), t.tenant_id
        limit most;
    end $$`,
  ...runtimeAlone('fleet_accounts(text, uuid, integer)'),
]

/** The nearest tenant of tier 1 above the one whose transaction it is: its name, nothing else. */
const parent = [
  `create function tier_one_parent()
    returns text
    language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      with recursive above(tenant_id, parent_tenant_id, company_name, tier, depth) as (
        select p.tenant_id, p.parent_tenant_id, p.company_name, p.tier, 1
        from public.tenants t join public.tenants p on p.tenant_id = t.parent_tenant_id
        where t.tenant_id = ${current}
        union all
        select p.tenant_id, p.parent_tenant_id, p.company_name, p.tier, a.depth + 1
        from above a join public.tenants p on p.tenant_id = a.parent_tenant_id
        where a.depth < 10
      )
      select company_name from above where tier = 1 order by depth limit 1
    $$`,
  ...runtimeAlone('tier_one_parent()'),
]

export const migration: Migration = {
  statements: [...tables, ...printers, ...accounts, ...parent],
}
