import { type Migration, tenantTable } from '../migration.ts'

/**
 * Records of a design whose texts hold a term. The newest two thousand are looked at first: where
 * one in twenty of them holds it, the order is walked on; else the trigrams find what there is.
 * Where most rows are one tenant's, its own part of the index is as long as the table, and left out.
 */
const searchEnrollments = `
  create function search_enrollments(
    of_workflow uuid, term text, of_groups uuid[], of_state text, most integer)
    returns table (id uuid)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp
    volatile rows 50 as $$
    declare
      tenant constant uuid := nullif(current_setting('app.tenant', true), '')::uuid;
      pattern constant text := '%' || replace(replace(replace(term, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%';
      plan json;
      own_tenant text;
      recent integer;
      filters text;
    begin
      filters := ' and e.workflow_id = $3'
        || case when of_groups is null then '' else ' and e.group_id = any($4)' end
        || case when of_state is null then '' else ' and e.enroll_state = $5' end;
      select count(*) into recent from (
        select e.search_text from enrollments e
        where e.tenant_id = tenant and e.workflow_id = of_workflow
        order by e.modified_at desc, e.id desc limit 2000) w
      where w.search_text like pattern;
      if recent >= 100 then
        return query execute
          'select w.id from (select e.id, e.search_text from enrollments e where e.tenant_id = $1'
            || filters || ' order by e.modified_at desc, e.id desc offset 0) w
           where w.search_text like $2 limit $6'
          using tenant, pattern, of_workflow, of_groups, of_state, most;
        return;
      end if;
      execute 'explain (format json) select from enrollments e where e.tenant_id = $1'
        into plan using tenant;
      own_tenant := case
        when (plan->0->'Plan'->>'Plan Rows')::bigint * 8
          > (select c.reltuples from pg_class c where c.oid = 'enrollments'::regclass)
        then 'e.tenant_id::text = $1::text' else 'e.tenant_id = $1' end;
      return query execute
        'select e.id from enrollments e where e.search_text like $2 and ' || own_tenant
          || filters || ' limit $6'
        using tenant, pattern, of_workflow, of_groups, of_state, most;
    end $$`
const parameters = 'uuid, text, uuid[], text, integer'

/**
 * Records of people on cards. What their fields hold stands beside them once more, folded: searched
 * by one column, it is found by equality and by its beginning; texts anywhere have their trigrams.
 */
export const migration: Migration = {
  statements: [
    `create table enrollments (
      tenant_id uuid not null references tenants,
      id uuid not null,
      workflow_id uuid not null,
      workflow_version integer not null,
      group_id uuid,
      title text not null,
      title_key text collate "C" not null,
      enroll_state text not null,
      encode_state text,
      state text not null,
      content jsonb not null,
      search_text text not null,
      version integer not null default 1,
      created_at timestamptz not null,
      created_by text not null,
      modified_at timestamptz not null,
      modified_by text not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, workflow_id) references workflow_designs,
      foreign key (tenant_id, group_id) references groups on delete set null (group_id)
    )`,
    `create index enrollments_by_time on enrollments (tenant_id, workflow_id, modified_at, id)`,
    `create index enrollments_by_title on enrollments (tenant_id, workflow_id, title_key, id)`,
    `create index enrollments_by_group on enrollments (tenant_id, group_id) where group_id is not null`,
    `create index enrollments_search on enrollments using gin (tenant_id, search_text gin_trgm_ops)`,
    ...tenantTable('enrollments'),
    `create table enrollment_keys (
      tenant_id uuid not null,
      workflow_id uuid not null,
      field text collate "C" not null,
      key text collate "C" not null,
      enrollment_id uuid not null,
      is_unique boolean not null,
      primary key (tenant_id, workflow_id, field, key, enrollment_id),
      foreign key (tenant_id, enrollment_id) references enrollments on delete cascade
    )`,
    `create index enrollment_keys_of_one on enrollment_keys (tenant_id, enrollment_id)`,
    `create unique index enrollment_keys_unique on enrollment_keys (tenant_id, workflow_id, field, key)
      where is_unique`,
    ...tenantTable('enrollment_keys'),
    `create table enrollment_pictures (
      tenant_id uuid not null,
      enrollment_id uuid not null,
      field text not null,
      media_type text not null,
      width_px integer not null,
      height_px integer not null,
      content bytea not null,
      thumbnail bytea not null,
      primary key (tenant_id, enrollment_id, field),
      foreign key (tenant_id, enrollment_id) references enrollments on delete cascade
    )`,
    `alter table enrollment_pictures alter column content set storage external`,
    ...tenantTable('enrollment_pictures'),
    `create table enrollment_sequences (
      tenant_id uuid not null,
      workflow_id uuid not null,
      field text not null,
      next_number bigint not null,
      primary key (tenant_id, workflow_id, field),
      foreign key (tenant_id, workflow_id) references workflow_designs on delete cascade
    )`,
    ...tenantTable('enrollment_sequences'),
    `create table enrollment_reservations (
      tenant_id uuid not null,
      workflow_id uuid not null,
      field text not null,
      number bigint not null,
      reserved_by text not null,
      expires_at timestamptz not null,
      primary key (tenant_id, workflow_id, field, number),
      foreign key (tenant_id, workflow_id) references workflow_designs on delete cascade
    )`,
    `create index enrollment_reservations_by_end on enrollment_reservations (tenant_id, expires_at)`,
    ...tenantTable('enrollment_reservations'),
    searchEnrollments,
    `revoke all on function search_enrollments(${parameters}) from public`,
    `grant execute on function search_enrollments(${parameters}) to signet_runtime`,
  ],
}
