import { type Migration, tenantTable } from '../migration.ts'

/** Hardware tokens outlive who held them: they go back to the inventory. */
const keepHardware = `
  create function release_hardware_tokens() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      update tokens set user_id = null, state = 'UNASSIGNED', label = null, pin_hmac = null,
        sealed_pin = null, version = version + 1
      where tenant_id = old.tenant_id and user_id = old.id and type = 'OATH_PHYSICAL_TOKEN';
      return old;
    end $$`

export const migration: Migration = {
  statements: [
    `alter table tokens
      alter column user_id drop not null,
      add column algorithm_type text not null default 'OATH_TOTP',
      add column ocra_suite text,
      add column pin_hmac bytea,
      add column sealed_pin bytea,
      add column manufacturer text,
      add column model text,
      add column serial_key text collate "C" generated always as (lower(serial)) stored,
      add constraint tokens_in_stock
        check ((user_id is null) = (state = 'UNASSIGNED'))`,
    `create index tokens_in_stock on tokens (tenant_id, serial_key) where user_id is null`,
    `create index tokens_assigned on tokens (tenant_id, serial_key) where user_id is not null`,
    `create index tokens_of_type on tokens (tenant_id, type, serial_key)
      where user_id is not null`,
    `create index tokens_not_active on tokens (tenant_id, state, serial_key)
      where user_id is not null and state <> 'ACTIVE'`,
    `create table token_groups (
      tenant_id uuid not null,
      token_id uuid not null,
      group_id uuid not null,
      primary key (tenant_id, token_id, group_id),
      foreign key (tenant_id, token_id) references tokens on delete cascade,
      foreign key (tenant_id, group_id) references groups on delete cascade
    )`,
    `create index token_groups_of_group on token_groups (tenant_id, group_id, token_id)`,
    ...tenantTable('token_groups'),
    keepHardware,
    `create trigger release_hardware_tokens before delete on users
      for each row execute function release_hardware_tokens()`,
  ],
}
