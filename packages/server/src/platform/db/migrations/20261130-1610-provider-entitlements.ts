import type { Migration } from '../migration.ts'

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

/**
 * Entitlements of the tenants below the provider whose transaction it is; one row without an entitlement
 * for a tenant that has none.
 */
export const migration: Migration = {
  statements: [
    `create function provider_entitlements(wanted uuid[], wanted_type text, most integer)
      returns table (of_tenant uuid, company_name text, entitlement jsonb)
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      begin
        return query
          select t.tenant_id, t.company_name,
            case when e.tenant_id is null then null else to_jsonb(e) end
          from (select s.tenant_id, s.company_name, lower(s.company_name) collate "C" as name_key
            from public.tenants s
            where s.parent_tenant_id = ${current} and not s.terminated
              and (cardinality(wanted) = 0 or s.tenant_id = any (wanted))
            order by 3, 1 limit most) t
          left join public.entitlements e on e.tenant_id = t.tenant_id
            and (wanted_type is null or e.type = wanted_type)
          order by t.name_key, t.tenant_id, e.type;
      end $$`,
    `revoke all on function provider_entitlements(uuid[], text, integer) from public`,
    `grant execute on function provider_entitlements(uuid[], text, integer) to signet_runtime`,
  ],
}
