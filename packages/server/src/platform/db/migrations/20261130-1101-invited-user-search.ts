import type { Migration } from '../migration.ts'

/** Invitations of the user `u` that wait to be used. */
const waits = `l.tenant_id = $1 and l.user_id = u.id and l.kind = ''INVITATION'' and l.used_at is null
             and (l.email is null or l.email = u.email)`

/**
 * As before, with one more filter: invited users, by whether their invitation has expired. The former
 * function stays for the release before this one.
 */
const searchUsers = `
  create function search_users(
    term text, sort_column text, descending boolean, after_key text, after_id uuid, most integer,
    of_state text, of_type text, of_locked boolean, of_role uuid,
    since timestamptz, until timestamptz, of_groups uuid[], of_organization uuid, of_oauth_role uuid,
    of_invitation text, of_now timestamptz)
    returns table (id uuid, matches bigint)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp
    set plan_cache_mode = force_generic_plan
    volatile rows 50 as $$
    declare
      tenant constant uuid := nullif(current_setting('app.tenant', true), '')::uuid;
      pattern constant text := '%' || replace(replace(replace(term, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%';
      many constant integer := 1000;
      first_key constant text := coalesce(after_key, '');
      first_id constant uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
      sort_key text;
      position_of text;
      order_of text;
      filters text;
      plan json;
      own bigint;
      estimate bigint;
      walked bigint;
      ids uuid[];
    begin
      if sort_column = 'name' and not descending
        and num_nonnulls(of_state, of_type, of_locked, of_role, since, until, of_groups, of_organization, of_oauth_role, of_invitation) = 0
        and not exists (
          select from (
            select u.search_text from users u
            where u.tenant_id = tenant and (u.name_key, u.id) > (first_key, first_id)
            order by u.name_key, u.id limit 100) w
          where w.search_text like pattern)
      then
        execute 'explain (format json) select from users u where u.tenant_id = $1' into plan using tenant;
        own := (plan->0->'Plan'->>'Plan Rows')::bigint;
        if own * 8 > (select c.reltuples from pg_class c where c.oid = 'users'::regclass) then
          select array_agg(f.id order by f.name_key, f.id) into ids from (
            select u.id, u.name_key from users u
            where u.search_text like pattern and u.tenant_id::text = tenant::text
              and (u.name_key, u.id) > (first_key, first_id)
            limit 1001) f;
        else
          select array_agg(f.id order by f.name_key, f.id) into ids from (
            select u.id, u.name_key from users u
            where u.search_text like pattern and u.tenant_id = tenant
              and (u.name_key, u.id) > (first_key, first_id)
            limit 1001) f;
        end if;
        if coalesce(cardinality(ids), 0) <= many then
          return query select f.id, cardinality(ids)::bigint from unnest(ids[:most]) f (id);
          return;
        end if;
      end if;
      sort_key := case sort_column
        when 'userId' then 'u.user_id_key' when 'created' then 'u.created_at' else 'u.name_key' end;
      position_of := case when after_id is null then '' else format(
        ' and (%s, u.id) %s ($3::%s, $4)', sort_key, case when descending then '<' else '>' end,
        case sort_column when 'created' then 'timestamptz' else 'text' end) end;
      order_of := format(' order by %1$s %2$s, u.id %2$s', sort_key,
        case when descending then 'desc' else 'asc' end);
      filters := 'u.tenant_id = $1'
        || case when of_state is null then '' else format(' and u.state = %L', of_state) end
        || case when of_type is null then '' else ' and u.type = $6' end
        || case of_locked when true then ' and u.locked' when false then ' and not u.locked' else '' end
        || case when of_role is null then '' else ' and exists (select from user_roles ur
             where ur.tenant_id = $1 and ur.role_id = $7 and ur.user_id = u.id)' end
        || case when since is null then '' else ' and u.created_at >= $8' end
        || case when until is null then '' else ' and u.created_at < $9' end
        || case when of_groups is null then '' else ' and u.id in (select ug.user_id from user_groups ug
             where ug.tenant_id = $1 and ug.group_id = any($11))' end
        || case when of_organization is null then '' else ' and exists (select from user_organizations uo
             where uo.tenant_id = $1 and uo.organization_id = $12 and uo.user_id = u.id)' end
        || case when of_oauth_role is null then '' else ' and exists (select from user_oauth_roles uo
             where uo.tenant_id = $1 and uo.oauth_role_id = $13 and uo.user_id = u.id)' end
        || case of_invitation
             when 'PENDING' then ' and exists (select from setup_links l where ${waits} and l.expires_at > $14)'
             when 'EXPIRED' then ' and exists (select from setup_links l where ${waits} and l.expires_at <= $14)'
             else '' end;
      execute 'explain (format json) select from users u where u.search_text like $2 and ' || filters
        into plan using tenant, pattern, after_key, after_id, most, of_type, of_role, since, until, null::bigint, of_groups, of_organization, of_oauth_role, of_now;
      estimate := (plan->0->'Plan'->>'Plan Rows')::bigint;
      if estimate > many then
        execute 'explain (format json) select from users u where ' || filters
          into plan using tenant, pattern, after_key, after_id, most, of_type, of_role, since, until, null::bigint, of_groups, of_organization, of_oauth_role, of_now;
        walked := least(20000, 200 + 4 * most * (plan->0->'Plan'->>'Plan Rows')::bigint / estimate);
        execute format(
          'select array(select w.id from (
             select u.id, u.search_text from users u where %1$s%2$s%3$s limit %4$s) w
           where w.search_text like $2 limit $5)',
          filters, position_of, order_of, walked)
          into ids using tenant, pattern, after_key, after_id, most, of_type, of_role, since, until, null::bigint, of_groups, of_organization, of_oauth_role, of_now;
        if cardinality(ids) = most then
          return query select w.id, estimate from unnest(ids) w (id);
          return;
        end if;
        return query execute
          'select u.id, $10::bigint from (select u.id, ' || sort_key || ' from users u
             where u.search_text like $2 and ' || filters || position_of || ' offset 0) u'
             || order_of || ' limit $5'
          using tenant, pattern, after_key, after_id, most, of_type, of_role, since, until, estimate, of_groups, of_organization, of_oauth_role, of_now;
        return;
      end if;
      return query execute
        'with found as materialized (select u.id, ' || sort_key || ' from users u
           where u.search_text like $2 and ' || filters || position_of || ')
         select u.id, (select count(*) from found) from found u' || order_of || ' limit $5'
        using tenant, pattern, after_key, after_id, most, of_type, of_role, since, until, null::bigint, of_groups, of_organization, of_oauth_role, of_now;
    end $$`

const parameters = `text, text, boolean, text, uuid, integer, text, text, boolean, uuid, timestamptz,
  timestamptz, uuid[], uuid, uuid, text, timestamptz`

export const migration: Migration = {
  statements: [
    searchUsers,
    `revoke all on function search_users(${parameters}) from public`,
    `grant execute on function search_users(${parameters}) to signet_runtime`,
  ],
}
