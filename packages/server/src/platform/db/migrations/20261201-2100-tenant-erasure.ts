import type { Migration } from '../migration.ts'

const current = `nullif(current_setting('app.tenant', true), '')::uuid`

const runtimeAlone = (signature: string): readonly string[] => [
  `revoke all on function ${signature} from public`,
  `grant execute on function ${signature} to signet_runtime`,
]

const definer = `language plpgsql security definer set search_path = pg_catalog, public, pg_temp`

/** Every table with the tenant's id, as the schema has them now: a new one is among them by itself. */
const tenantTables = `pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    and a.atttypid = 'uuid'::regtype and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition`

const jobsOf = (tenant: string): string =>
  `pgboss.job j where (j.group_id = ${tenant}::text or j.data->>'tenantId' = ${tenant}::text)`

/**
 * The tables in the order of their deletion: none before those whose rows refer to its own, and the
 * tenant itself last. A cycle of foreign keys between tables would be an error, which a test shows.
 */
const order = [
  `create function tenant_table_order() returns table (name text)
    ${definer} stable as $$
    declare
      waiting oid[];
      free oid[];
    begin
      name := 'pgboss.job';
      return next;
      select array_agg(c.oid) into waiting from ${tenantTables} and c.relname <> 'tenants';
      while cardinality(waiting) > 0 loop
        select array_agg(w.id) into free from unnest(waiting) w(id)
          where not exists (select from pg_constraint k where k.contype = 'f'
            and k.confrelid = w.id and k.conrelid <> w.id and k.conrelid = any (waiting));
        if free is null then
          raise exception 'foreign keys of tables with tenants have a cycle';
        end if;
        return query select c.relname::text from pg_class c where c.oid = any (free) order by 1;
        select coalesce(array_agg(w.id), '{}') into waiting from unnest(waiting) w(id)
          where not w.id = any (free);
      end loop;
      name := 'tenants';
      return next;
    end $$`,
  ...runtimeAlone('tenant_table_order()'),
]

/** The tenant of a deletion of the transaction's provider that is being erased; an error otherwise. */
const doomed = [
  `create function erased_tenant_of(deletion uuid) returns uuid
    ${definer} as $$
    declare found_tenant uuid;
    begin
      select d.deleted_tenant_id into found_tenant from public.tenant_deletions d
        where d.tenant_id = ${current} and d.id = deletion and d.state = 'ERASING' for update;
      if found_tenant is null or exists (select from public.tenants t
        where t.tenant_id = found_tenant and not t.terminated)
      then
        raise exception 'this tenant is not being erased' using errcode = 'check_violation';
      end if;
      return found_tenant;
    end $$`,
  ...runtimeAlone('erased_tenant_of(uuid)'),
]

/** Rows that others of the same table refer to go after those. */
const leavesAlone = `
  select coalesce(string_agg(format(
      ' and not exists (select from public.%I c where c.ctid <> t.ctid and %s)', wanted, s.matched), ''), '')
    into leaves
    from (select k.oid, string_agg(format('c.%I = t.%I', child.attname, parent.attname), ' and ') as matched
      from pg_constraint k
        cross join lateral unnest(k.conkey, k.confkey) as pair(child_number, parent_number)
        join pg_attribute child on child.attrelid = k.conrelid and child.attnum = pair.child_number
        join pg_attribute parent on parent.attrelid = k.confrelid and parent.attnum = pair.parent_number
      where k.contype = 'f' and k.conrelid = k.confrelid
        and k.conrelid = format('public.%I', wanted)::regclass
      group by k.oid) s;`

/**
 * Deletes up to so many rows of the tenant from a table and counts them at the deletion, in one
 * transaction. What the tenant knew of tenants that it had deleted itself passes to its provider.
 */
const erase = [
  `create function erase_tenant_rows(deletion uuid, wanted text, most integer) returns integer
    ${definer} as $$
    declare
      tenant constant uuid := public.erased_tenant_of(deletion);
      leaves text;
      gone integer;
    begin
      if wanted = 'tenant_deletions' then
        update public.tenant_deletions d set tenant_id = ${current} where d.tenant_id = tenant;
        return 0;
      elsif wanted = 'pgboss.job' then
        delete from pgboss.job where id in (select j.id from ${jobsOf('tenant')} limit most);
      elsif exists (select from ${tenantTables} and c.relname = wanted) then
        ${leavesAlone}
        execute format('delete from public.%1$I where tenant_id = $1 and ctid = any (array(
          select t.ctid from public.%1$I t where t.tenant_id = $1%2$s limit $2))', wanted, leaves)
          using tenant, most;
      else
        raise exception '% has no rows of tenants', wanted using errcode = 'invalid_parameter_value';
      end if;
      get diagnostics gone = row_count;
      if gone > 0 then
        update public.tenant_deletions d set emptied_at = null, erased = d.erased
          || jsonb_build_object(wanted, coalesce((d.erased->>wanted)::bigint, 0) + gone)
          where d.tenant_id = ${current} and d.id = deletion;
      end if;
      return gone;
    end $$`,
  ...runtimeAlone('erase_tenant_rows(uuid, text, integer)'),
]

/** The tables that still have rows of the tenant, counted one by one. */
const left = [
  `create function tenant_rows_left(deletion uuid) returns table (name text, left_over bigint)
    ${definer} as $$
    declare tenant constant uuid := public.erased_tenant_of(deletion);
    begin
      for name in select o.name from public.tenant_table_order() o loop
        if name = 'pgboss.job' then
          select count(*) into left_over from ${jobsOf('tenant')};
        else
          execute format('select count(*) from public.%I where tenant_id = $1', name)
            into left_over using tenant;
        end if;
        if left_over > 0 then
          return next;
        end if;
      end loop;
    end $$`,
  ...runtimeAlone('tenant_rows_left(uuid)'),
]

export const migration: Migration = {
  statements: [...order, ...doomed, ...erase, ...left],
}
