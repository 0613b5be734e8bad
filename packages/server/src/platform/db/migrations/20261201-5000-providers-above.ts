import type { Migration } from '../migration.ts'

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

/**
 * The providers of a tenant, the closest first: a provider is the first of its own. Only their names
 * leave; what they lend is read under their own row-level security.
 */
export const migration: Migration = {
  statements: [
    `alter table tenants add column inherits_otp_provider boolean not null default true`,
    `alter table text_messages add column provider_name text`,
    `create function providers_above()
      returns table (provider_id uuid, provider_name text, lends_codes boolean)
      language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
        with recursive line as (
          select t.tenant_id, t.parent_tenant_id, t.company_name, t.is_provider, t.terminated,
            t.inherits_otp_provider as inherits, true as lends, 0 as depth
          from public.tenants t where t.tenant_id = ${current}
          union all
          select p.tenant_id, p.parent_tenant_id, p.company_name, p.is_provider, p.terminated,
            p.inherits_otp_provider, l.lends and l.inherits, l.depth + 1
          from line l join public.tenants p on p.tenant_id = l.parent_tenant_id
          where l.depth < 16 and p.tenant_id <> l.tenant_id)
        select l.tenant_id, l.company_name, l.lends from line l
        where l.is_provider and not l.terminated order by l.depth
      $$`,
    `revoke all on function providers_above() from public`,
    `grant execute on function providers_above() to signet_runtime`,
  ],
}
