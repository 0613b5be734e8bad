import { type Migration, tenantTable } from '../migration.ts'

/** Saved views of lists, of one person or shared, and with which one a list opens for whom. */
export const migration: Migration = {
  statements: [
    `create table list_views (
      tenant_id uuid not null references tenants,
      id uuid not null,
      owner_id uuid,
      shared_by uuid,
      list text not null,
      name text not null,
      name_key text collate "C" not null,
      query text not null check (length(query) <= 2048),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      foreign key (tenant_id, owner_id) references users on delete cascade,
      foreign key (tenant_id, shared_by) references users on delete set null (shared_by),
      check (owner_id is null or shared_by is null)
    )`,
    `create unique index list_views_of_owner on list_views (tenant_id, owner_id, list, name_key)
      where owner_id is not null`,
    `create unique index list_views_shared on list_views (tenant_id, list, name_key)
      where owner_id is null`,
    `create index list_views_by_sharer on list_views (tenant_id, shared_by)
      where shared_by is not null`,
    ...tenantTable('list_views'),
    `create table list_view_defaults (
      tenant_id uuid not null,
      user_id uuid not null,
      list text not null,
      view_id uuid not null,
      primary key (tenant_id, user_id, list),
      foreign key (tenant_id, user_id) references users on delete cascade,
      foreign key (tenant_id, view_id) references list_views on delete cascade
    )`,
    `create index list_view_defaults_of_view on list_view_defaults (tenant_id, view_id)`,
    ...tenantTable('list_view_defaults'),
  ],
}
