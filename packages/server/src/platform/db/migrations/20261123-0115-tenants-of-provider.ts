import type { Migration } from '../migration.ts'

/**
 * Tenants of the provider whose transaction it is: under the policy a tenant sees its own row alone.
 * Nothing is told but what stands on a tenant's sign-in page, and how it stands.
 */
export const migration: Migration = {
  statements: [
    `create function tenants_of_provider(term text, most integer)
      returns table (tenant_id uuid, company_name text, public_url text, region text,
        contract_mode text, authentication_account boolean, issuance_account boolean, locked boolean)
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      begin
        return query
          select t.tenant_id, t.company_name, t.public_url, t.region, t.contract_mode,
            t.authentication_account, t.issuance_account, t.locked
          from public.tenants t
          where t.parent_tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
            and not t.terminated
            and strpos(lower(t.company_name || ' ' || t.public_url), lower(term)) > 0
          order by lower(t.company_name), t.tenant_id
          limit most;
      end $$`,
    `revoke all on function tenants_of_provider(text, integer) from public`,
    `grant execute on function tenants_of_provider(text, integer) to signet_runtime`,
  ],
}
