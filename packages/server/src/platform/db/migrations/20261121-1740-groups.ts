import { type Migration, tenantTable } from '../migration.ts'

/**
 * Members carry the key their names are sorted by: the page of a group of any size is read off an
 * index. A renamed person takes it along.
 */
const memberships = (table: string, column: string, target: string): readonly string[] => [
  `create table ${table} (
    tenant_id uuid not null,
    user_id uuid not null,
    ${column} uuid not null,
    name_key text collate "C" not null,
    primary key (tenant_id, user_id, ${column}),
    foreign key (tenant_id, user_id) references users on delete cascade,
    foreign key (tenant_id, ${column}) references ${target}
  )`,
  `create index ${table}_by_name on ${table} (tenant_id, ${column}, name_key, user_id)`,
  ...tenantTable(table),
  `create function rename_in_${table}() returns trigger language plpgsql
    set search_path = pg_catalog, public, pg_temp as $$
    begin
      update ${table} set name_key = new.name_key
        where tenant_id = new.tenant_id and user_id = new.id;
      return null;
    end $$`,
  `create trigger rename_in_${table} after update of name_key on users for each row
    when (old.name_key is distinct from new.name_key) execute function rename_in_${table}()`,
]

/** Ids by name whose search text holds a term, with how many there are, from a position on. */
const search = (name: string, table: string, filter: string): readonly string[] => [
  `create function ${name}(
    term text, descending boolean, after_key text, after_id uuid, most integer,
    of_type text, of_parent uuid, only_ids uuid[])
    returns table (id uuid, matches bigint)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp volatile rows 50 as $$
    declare
      tenant constant uuid := nullif(current_setting('app.tenant', true), '')::uuid;
      pattern constant text := '%' || replace(replace(replace(term, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%';
    begin
      return query execute
        'with found as materialized (select t.id, t.name_key from ${table} t
           where t.tenant_id = $1 and t.search_text like $2'
        || case when only_ids is null then '' else ' and t.id = any($8)' end
        ${filter}
        || ' limit 100001)
        select t.id, (select count(*) from found) from found t'
        || case when after_id is null then '' else format(' where (t.name_key, t.id) %s ($3, $4)',
             case when descending then '<' else '>' end) end
        || format(' order by t.name_key %1$s, t.id %1$s limit $5', case when descending then 'desc' else 'asc' end)
        using tenant, pattern, after_key, after_id, most, of_type, of_parent, only_ids;
    end $$`,
  `revoke all on function ${name} from public`,
  `grant execute on function ${name} to signet_runtime`,
]

export const migration: Migration = {
  statements: [
    `create table groups (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text collate "C" not null,
      search_text text not null,
      description text,
      external_id text,
      type text not null default 'MGMT_UI',
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    )`,
    `create index groups_by_name on groups (tenant_id, name_key, id)`,
    `create unique index groups_by_external_id on groups (tenant_id, external_id) where external_id is not null`,
    `create index groups_by_search on groups using gin (tenant_id, search_text gin_trgm_ops)`,
    ...tenantTable('groups'),
    ...memberships('user_groups', 'group_id', 'groups'),
    ...search(
      'search_groups',
      'groups',
      `|| case when of_type is null then '' else ' and t.type = $6' end`,
    ),
    `alter table organizations add column search_text text not null default ''`,
    `alter table organizations alter column name_key type text collate "C"`,
    `create index organizations_by_name on organizations (tenant_id, name_key, id)`,
    `create index organizations_by_parent on organizations (tenant_id, parent_id, name_key)`,
    `create index organizations_by_search on organizations using gin (tenant_id, search_text gin_trgm_ops)`,
    ...memberships('user_organizations', 'organization_id', 'organizations'),
    ...search(
      'search_organizations',
      'organizations',
      `|| case when of_parent is null then '' else ' and t.parent_id = $7' end`,
    ),
  ],
}
