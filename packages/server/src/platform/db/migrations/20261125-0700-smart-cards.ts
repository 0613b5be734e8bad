import { type Migration, tenantTable } from '../migration.ts'

/** Cards as things with a number: who has them, or which groups they wait for. */
export const migration: Migration = {
  statements: [
    `create table smart_cards (
      tenant_id uuid not null references tenants,
      id uuid not null,
      serial text not null,
      serial_key text collate "C" generated always as (lower(serial)) stored,
      csn text collate "C",
      card_type text not null,
      user_id uuid,
      is_withdrawn boolean not null,
      created_at timestamptz not null,
      assigned_at timestamptz,
      modified_at timestamptz not null,
      modified_by text not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, serial_key),
      unique (tenant_id, csn),
      check (user_id is null or not is_withdrawn),
      foreign key (tenant_id, user_id) references users on delete set null (user_id)
    )`,
    `create index smart_cards_in_stock on smart_cards (tenant_id, serial_key) where user_id is null`,
    `create index smart_cards_of_user on smart_cards (tenant_id, user_id)`,
    ...tenantTable('smart_cards'),
    `create table smart_card_groups (
      tenant_id uuid not null,
      smart_card_id uuid not null,
      group_id uuid not null,
      primary key (tenant_id, smart_card_id, group_id),
      foreign key (tenant_id, smart_card_id) references smart_cards on delete cascade,
      foreign key (tenant_id, group_id) references groups on delete cascade
    )`,
    `create index smart_card_groups_of_group on smart_card_groups (tenant_id, group_id)`,
    ...tenantTable('smart_card_groups'),
    // As `analyze_grids`, for what imports of cards fill.
    `create function analyze_smart_cards() returns void
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
      begin
        analyze smart_cards (tenant_id, id, serial_key, csn, user_id);
        analyze smart_card_groups;
      end $$`,
    `revoke all on function analyze_smart_cards from public`,
    `grant execute on function analyze_smart_cards to signet_runtime`,
  ],
}
