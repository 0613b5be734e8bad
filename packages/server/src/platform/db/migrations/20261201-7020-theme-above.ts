import type { Migration } from '../migration.ts'

/** Logo and colors of the nearest provider above this tenant that has any. */
export const migration: Migration = {
  statements: [
    `create function theme_above()
      returns table (logo text, colours jsonb)
      language sql security definer set search_path = pg_catalog, public, pg_temp stable as $$
        with recursive above(tenant_id, parent_tenant_id, distance) as (
          select t.tenant_id, t.parent_tenant_id, 0 from public.tenants t
          where t.tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
          union all
          select p.tenant_id, p.parent_tenant_id, a.distance + 1
          from above a join public.tenants p on p.tenant_id = a.parent_tenant_id
          where a.distance < 16)
        select t.logo, t.colours
        from above a join public.tenants t on t.tenant_id = a.tenant_id
        where a.distance > 0 and (t.logo is not null or t.colours <> '{}'::jsonb)
        order by a.distance limit 1
      $$`,
    `revoke all on function theme_above() from public`,
    `grant execute on function theme_above() to signet_runtime`,
  ],
}
