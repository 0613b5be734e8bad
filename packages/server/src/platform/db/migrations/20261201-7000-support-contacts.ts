import { type Migration, tenantTable } from '../migration.ts'

/** Whom a provider has named for its tenants to ask, and the one that holds for a tenant. */
export const migration: Migration = {
  statements: [
    `create table support_contacts (
      tenant_id uuid primary key references tenants,
      name text,
      email text,
      telephone text,
      hours text,
      version integer not null default 1
    )`,
    ...tenantTable('support_contacts'),
    `create function support_contact_above()
      returns table (company_name text, name text, email text, telephone text, hours text)
      language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
        with recursive above(tenant_id, parent_tenant_id, distance) as (
          select t.tenant_id, t.parent_tenant_id, 0 from public.tenants t
          where t.tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
          union all
          select p.tenant_id, p.parent_tenant_id, a.distance + 1
          from above a join public.tenants p on p.tenant_id = a.parent_tenant_id
          where a.distance < 16)
        select t.company_name, c.name, c.email, c.telephone, c.hours
        from above a
        join public.support_contacts c on c.tenant_id = a.tenant_id
        join public.tenants t on t.tenant_id = a.tenant_id
        where a.distance > 0
          and coalesce(c.name, c.email, c.telephone, c.hours) is not null
        order by a.distance limit 1
      $$`,
    `revoke all on function support_contact_above() from public`,
    `grant execute on function support_contact_above() to signet_runtime`,
  ],
}
