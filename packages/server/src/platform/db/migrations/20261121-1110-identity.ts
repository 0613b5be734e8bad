import { type Migration, tenantTable } from '../migration.ts'

/**
 * A page of users whose search text holds a term, in order, from a position on: under a policy
 * the trigram index is out of reach. A rare term is found by that index, all of it before it is
 * sorted: the planner must not walk the order in hope of a limit soon met. A term that many users
 * hold is found by walking the order, four times as far as it should take: fetching all of them
 * to show fifty would take long.
 */
const searchUsers = `
  create function search_users(
    term text, sort_column text, descending boolean, after_key text, after_id uuid, most integer,
    of_state text, of_type text, of_locked boolean, of_role uuid,
    since timestamptz, until timestamptz)
    returns table (id uuid, matches bigint)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp volatile as $$
    declare
      tenant constant uuid := nullif(current_setting('app.tenant', true), '')::uuid;
      pattern constant text := '%' || replace(replace(replace(term, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%';
      many constant integer := 10000;
      sort_key constant text := case sort_column
        when 'userId' then 'u.user_id_key' when 'created' then 'u.created_at' else 'u.name_key' end;
      position_of constant text := case when after_id is null then '' else format(
        ' and (%s, u.id) %s ($3::%s, $4)', sort_key, case when descending then '<' else '>' end,
        case sort_column when 'created' then 'timestamptz' else 'text' end) end;
      order_of constant text := format(' order by %1$s %2$s, u.id %2$s', sort_key,
        case when descending then 'desc' else 'asc' end);
      filters constant text := 'u.tenant_id = $1'
        || case when of_state is null then '' else format(' and u.state = %L', of_state) end
        || case when of_type is null then '' else ' and u.type = $6' end
        || case of_locked when true then ' and u.locked' when false then ' and not u.locked' else '' end
        || case when of_role is null then '' else ' and exists (select from user_roles ur
             where ur.tenant_id = $1 and ur.role_id = $7 and ur.user_id = u.id)' end
        || case when since is null then '' else ' and u.created_at >= $8' end
        || case when until is null then '' else ' and u.created_at < $9' end;
      plan json;
      estimate bigint;
      walked bigint;
      found integer;
    begin
      execute 'explain (format json) select from users u where u.search_text like $2 and ' || filters
        into plan using tenant, pattern, after_key, after_id, most, of_type, of_role, since, until;
      estimate := (plan->0->'Plan'->>'Plan Rows')::bigint;
      if estimate > many then
        execute 'explain (format json) select from users u where ' || filters
          into plan using tenant, pattern, after_key, after_id, most, of_type, of_role, since, until;
        walked := least(20000, 200 + 4 * most * (plan->0->'Plan'->>'Plan Rows')::bigint / estimate);
        return query execute format(
          'select w.id, $10::bigint from (
             select u.id, u.search_text from users u where %1$s%2$s%3$s limit %4$s) w
           where w.search_text like $2 limit $5',
          filters, position_of, order_of, walked)
          using tenant, pattern, after_key, after_id, most, of_type, of_role, since, until, estimate;
        get diagnostics found = row_count;
        if found = most then
          return;
        end if;
      end if;
      return query execute
        'with found as materialized (select u.id, ' || sort_key || ' from users u
           where u.search_text like $2 and ' || filters || position_of || ')
         select u.id, (select count(*) from found) from found u' || order_of || ' limit $5'
        using tenant, pattern, after_key, after_id, most, of_type, of_role, since, until;
    end $$`

export const migration: Migration = {
  statements: [
    `create table users (
      tenant_id uuid not null references tenants,
      id uuid not null,
      user_id text not null,
      user_id_key text collate "C" not null default '',
      type text not null default 'MGMT_UI',
      state text not null default 'ACTIVE',
      first_name text,
      last_name text,
      email text,
      email_verified boolean not null default false,
      mobile text,
      phone text,
      locale text,
      external_id text,
      security_id text,
      user_principal_name text,
      directory_type text,
      attributes jsonb not null default '{}',
      locked boolean not null default false,
      lock_reason text,
      lockout_expires_at timestamptz,
      migrated boolean not null default false,
      registration_required boolean not null default false,
      verification_required boolean not null default false,
      show_notification boolean not null default false,
      name_key text collate "C" not null,
      search_text text not null,
      last_authenticated_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id)
    )`,
    `alter table users alter column search_text set statistics 400`,
    `create index users_by_name on users (tenant_id, name_key, id)`,
    `create index users_by_user_id on users (tenant_id, user_id_key, id)`,
    `create index users_by_creation on users (tenant_id, created_at, id)`,
    `create index users_by_type on users (tenant_id, type, name_key, id)`,
    `create index users_by_other_state on users (tenant_id, state, name_key, id) where state <> 'ACTIVE'`,
    `create index users_locked on users (tenant_id, name_key, id) where locked`,
    `create unique index users_by_external_id on users (tenant_id, external_id) where external_id is not null`,
    `create index users_by_search on users using gin (tenant_id, search_text gin_trgm_ops)`,
    ...tenantTable('users'),
    `create table user_identifiers (
      tenant_id uuid not null,
      normalised text not null,
      user_id uuid not null,
      kind text not null,
      value text not null,
      primary key (tenant_id, normalised),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    `create index user_identifiers_of_user on user_identifiers (tenant_id, user_id)`,
    ...tenantTable('user_identifiers'),
    `create table roles (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text,
      role_type text not null,
      built_in text,
      super_administrator boolean not null default false,
      group_management text not null default 'ALL',
      group_ids jsonb not null default '[]',
      permissions jsonb not null default '{}',
      created_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    ...tenantTable('roles'),
    `create table user_roles (
      tenant_id uuid not null,
      user_id uuid not null,
      role_id uuid not null,
      primary key (tenant_id, user_id, role_id),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, role_id) references roles on delete cascade
    )`,
    `create index user_roles_of_role on user_roles (tenant_id, role_id, user_id)`,
    ...tenantTable('user_roles'),
    `create table user_values (
      tenant_id uuid not null,
      user_id uuid not null,
      entries jsonb not null default '{}',
      version integer not null default 1,
      primary key (tenant_id, user_id),
      foreign key (tenant_id, user_id) references users on delete cascade
    )`,
    ...tenantTable('user_values'),
    searchUsers,
    `revoke all on function search_users from public`,
    `grant execute on function search_users to signet_runtime`,
  ],
}
