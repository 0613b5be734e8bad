import type { Migration } from '../migration.ts'

/** What the service does with an audit event is write and read it; a detail it may also erase. */
const taken = [
  ['audit_events', 'update, delete'],
  ['audit_chain', 'update, delete'],
  ['audit_details', 'update'],
].map(
  ([table, privileges]) => `do $$ declare part regclass; begin
    for part in select '${table}'::regclass
      union all select inhrelid::regclass from pg_inherits where inhparent = '${table}'::regclass
    loop
      execute format('revoke ${privileges} on %s from signet_runtime', part);
    end loop;
  end $$`,
)

/** A month's partition is open to the runtime role as its parent is, and no further. */
const ensureMonthPartition = [
  `alter function ensure_month_partition(text, date) rename to make_month_partition`,
  `revoke all on function make_month_partition(text, date) from signet_runtime`,
  `create function ensure_month_partition(parent text, month date) returns boolean
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      part constant text := parent || to_char(date_trunc('month', month), '_YYYY_MM');
      granted text;
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
      return true;
    end $$`,
  `revoke all on function ensure_month_partition(text, date) from public`,
  `grant execute on function ensure_month_partition(text, date) to signet_runtime`,
]

export const migration: Migration = { statements: [...taken, ...ensureMonthPartition] }
