import type { Migration } from '../migration.ts'

/** As before; rows that were moved get statistics with their partition, by which they are planned. */
const ensureMonthPartition = `
  create or replace function ensure_month_partition(parent text, month date) returns boolean
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      part constant text := parent || to_char(date_trunc('month', month), '_YYYY_MM');
      granted text;
      is_filled boolean;
    begin
      if not public.make_month_partition(parent, month) then
        return false;
      end if;
      select string_agg(e.privilege_type, ', ') into granted
        from pg_class c, aclexplode(c.relacl) e
        where c.oid = format('public.%I', parent)::regclass
          and e.grantee = 'signet_runtime'::regrole;
      execute format('revoke all on public.%I from signet_runtime', part);
      execute format('grant %s on public.%I to signet_runtime', granted, part);
      execute format('select exists (select from public.%I)', part) into is_filled;
      if is_filled then
        execute format('analyze public.%I', part);
      end if;
      return true;
    end $$`

/**
 * The tenant's next events in the order of the chain. A plan that rests on statistics may sort all
 * of a tenant's events for each page, where a partition is too young to have any: without sorting
 * there is the index in this order alone.
 */
const auditPage = `
  create function audit_page(upto xid8, after_xid xid8, after_id uuid, most integer)
    returns setof audit_events
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp
    set enable_sort = off
    stable rows 1000 as $$
    begin
      return query execute
        'select e.* from public.audit_events e
         where (e.xid, e.id) > ($1, $2) and e.xid < $3 and e.tenant_id = $4
         order by e.xid, e.id limit $5'
        using after_xid, after_id, upto, nullif(current_setting('app.tenant', true), '')::uuid, most;
    end $$`

export const migration: Migration = {
  statements: [
    ensureMonthPartition,
    auditPage,
    `revoke all on function audit_page(xid8, xid8, uuid, integer) from public`,
    `grant execute on function audit_page(xid8, xid8, uuid, integer) to signet_runtime`,
  ],
}
