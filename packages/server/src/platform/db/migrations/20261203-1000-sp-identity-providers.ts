import type { Migration } from '../migration.ts'

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

/**
 * Whether administrators of the provider sign in from a tenant's sign-in page: its provider offers it, the
 * tenant allows it. Nothing of the provider is copied: its name and URL are those that it has now.
 */
export const migration: Migration = {
  statements: [
    `alter table tenants add column sp_identity_provider boolean not null default false`,
    `alter table tenants add column sp_identity_provider_allowed boolean not null default true`,
    `create function sp_identity_provider_above() returns table (company_name text, public_url text)
      language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
        select p.company_name, p.public_url from public.tenants t
          join public.tenants p on p.tenant_id = t.parent_tenant_id and p.tenant_id <> t.tenant_id
            and p.is_provider and not p.locked and not p.terminated
          where t.tenant_id = ${current} and not t.locked
            and t.sp_identity_provider and t.sp_identity_provider_allowed
      $$`,
    `revoke all on function sp_identity_provider_above() from public`,
    `grant execute on function sp_identity_provider_above() to signet_runtime`,
  ],
}
