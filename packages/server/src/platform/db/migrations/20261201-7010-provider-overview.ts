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

/** Less than this share of the allotment is left. */
const runsOut = (allotment: string, consumed: string): string => `(${allotment} is not null
  and (${allotment} = 0 or (${allotment} - ${consumed})::bigint * 100
    < ${allotment}::bigint * remaining_below))`

/** As the administrators of the tenant are warned: `usageLevelOf` of the rules. */
const isNear = `(case when e.type = 'ISSUANCE' and e.contract_mode = 'TRIAL'
    then e.consumed > trial_above else ${runsOut('e.allotment', 'e.consumed')} end
  or ${runsOut('e.sms_voice_allotment', 'e.sms_voice_consumed')})`

const entitled = (condition: string): string => `exists (select from public.entitlements e
  where e.tenant_id = t.tenant_id and ${condition})`

const matching = `${below}
  and (wanted_locked is null or t.locked = wanted_locked)
  and (wanted_mode is null or t.contract_mode = wanted_mode)
  and (ends_before is null
    or ${entitled('e.end_date < ends_before and (ends_from is null or e.end_date >= ends_from)')})
  and (wanted_near is null or ${entitled(isNear)} = wanted_near)
  and strpos(lower(t.company_name || ' ' || t.public_url), lower(term)) > 0`

const pageIn = (comparison: '<' | '>', direction: 'asc' | 'desc'): string => `
  return query
    select p.*, a.bundle, a.allotment, a.consumed, found_rows
    from (select ${columns} from public.tenants t
      where ${matching}
        and (${nameKey('t')}, t.tenant_id) ${comparison} (edge_name collate "C", edge_id)
      order by ${nameKey('t')} ${direction}, t.tenant_id ${direction}
      limit most) p
    left join public.entitlements a on a.tenant_id = p.tenant_id and a.type = 'AUTHENTICATION'
    order by p.name_key ${direction}, p.tenant_id ${direction};`

/** As `provider_tenants_page`, which an earlier release still calls, with more filters. */
const list = [
  `create function provider_tenants_listed(term text, wanted_locked boolean, wanted_mode text,
      ends_from timestamptz, ends_before timestamptz, wanted_near boolean,
      remaining_below integer, trial_above integer, backwards boolean, edge_name text,
      edge_id uuid, most integer)
    returns table (${shown}, total integer)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    #variable_conflict use_column
    declare
      found_rows integer := (select count(*)::integer
        from (select from public.tenants t where ${matching} limit 10001) counted);
    begin
      if backwards then ${pageIn('<', 'desc')}
      else ${pageIn('>', 'asc')}
      end if;
    end $$`,
  ...runtimeAlone(
    `provider_tenants_listed(text, boolean, text, timestamptz, timestamptz, boolean, integer,
      integer, boolean, text, uuid, integer)`,
  ),
]

const any = (condition: string): string => `coalesce(bool_or(${condition}), false)`
const endsWithin = (days: number): string =>
  `e.end_date >= moment and e.end_date < moment + interval '${days} days'`

/** One pass over at most 10,001 tenants; what is counted is what the list shows. */
const overview = [
  `create function provider_overview(moment timestamptz, remaining_below integer,
      trial_above integer)
    returns table (tenants integer, locked integer, trial integer, ended integer,
      ends_30 integer, ends_60 integer, ends_90 integer, near_limit integer)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    #variable_conflict use_column
    begin
      return query
        select count(*)::integer,
          (count(*) filter (where b.locked))::integer,
          (count(*) filter (where b.contract_mode = 'TRIAL'))::integer,
          (count(*) filter (where o.is_past))::integer,
          (count(*) filter (where o.is_30))::integer,
          (count(*) filter (where o.is_60))::integer,
          (count(*) filter (where o.is_90))::integer,
          (count(*) filter (where o.is_near))::integer
        from (select t.tenant_id, t.locked, t.contract_mode from public.tenants t
          where ${below} limit 10001) b
        cross join lateral (
          select ${any('e.end_date < moment')} as is_past, ${any(endsWithin(30))} as is_30,
            ${any(endsWithin(60))} as is_60, ${any(endsWithin(90))} as is_90,
            ${any(isNear)} as is_near
          from public.entitlements e where e.tenant_id = b.tenant_id) o;
    end $$`,
  ...runtimeAlone('provider_overview(timestamptz, integer, integer)'),
]

export const migration: Migration = { statements: [...list, ...overview] }
