import type { Migration } from '../migration.ts'

/**
 * The runtime role creates nothing, so it asks this function for next month's partition. It
 * serves product tables partitioned by one time column and nothing else, and no month more than
 * two years away. Rows that fell into the default partition move into the new one.
 */
const ensureMonthPartition = `
  create function ensure_month_partition(parent text, month date) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    lower_bound constant date := date_trunc('month', month)::date;
    upper_bound constant date := (lower_bound + interval '1 month')::date;
    part constant text := parent || to_char(lower_bound, '_YYYY_MM');
    range_start constant text := lower_bound || ' 00:00:00+00';
    range_end constant text := upper_bound || ' 00:00:00+00';
    time_column text;
    default_part text;
  begin
    if month not between current_date - interval '2 years' and current_date + interval '2 years' then
      raise exception 'month % is out of range', month using errcode = 'invalid_parameter_value';
    end if;
    select a.attname, d.relname into time_column, default_part
      from pg_class c
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
        join pg_partitioned_table p on p.partrelid = c.oid and p.partstrat = 'r' and p.partnatts = 1
        join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
          and a.atttypid = 'timestamptz'::regtype
        left join pg_class d on d.oid = p.partdefid
      where c.relname = parent and c.relrowsecurity
        and c.relowner = (select oid from pg_roles where rolname = current_user);
    if time_column is null then
      raise exception '% is not partitioned by month', parent using errcode = 'invalid_parameter_value';
    end if;
    if to_regclass(format('public.%I', part)) is not null then
      return false;
    end if;
    execute format('lock table public.%I in share update exclusive mode', parent);
    if to_regclass(format('public.%I', part)) is not null then
      return false;
    end if;
    execute format('create table public.%I (like public.%I including defaults including constraints)', part, parent);
    execute format('alter table public.%I enable row level security', part);
    execute format(
      'create policy tenant on public.%I
        using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)
        with check (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::uuid)', part);
    execute format('grant select, insert, update, delete on public.%I to signet_runtime', part);
    if default_part is not null then
      execute format('lock table public.%I in access exclusive mode', default_part);
      execute format(
        'with moved as (delete from public.%1$I where %2$I >= %3$L and %2$I < %4$L returning *)
         insert into public.%5$I select * from moved',
        default_part, time_column, range_start, range_end, part);
    end if;
    execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
      parent, part, range_start, range_end);
    return true;
  end $$`

export const migration: Migration = {
  statements: [
    ensureMonthPartition,
    `revoke all on function ensure_month_partition(text, date) from public`,
    `grant execute on function ensure_month_partition(text, date) to signet_runtime`,
  ],
}
