import { type Migration, tenantTable } from '../migration.ts'

const tenant = `nullif(current_setting('app.tenant', true), '')::uuid`

/**
 * What a tenant may use and uses. A tenant without a row is unlimited, and its users are not
 * counted. Users are counted by statement, where they come and go: whoever writes them cannot
 * forget it. The row is held until the transaction ends, by nothing but the coming and going of
 * users of a limited tenant: signing in does not touch it. Rows that are restored from a backup
 * belong to no tenant of the session and are counted already.
 */
export const migration: Migration = {
  statements: [
    `create table entitlements (
      tenant_id uuid not null references tenants,
      type text not null,
      id uuid not null,
      bundle text,
      allotment integer,
      quantity integer not null default 1,
      consumed integer not null default 0,
      contract_mode text not null,
      start_date timestamptz not null,
      end_date timestamptz,
      overage_type text not null,
      usage_type text not null,
      sms_voice_allotment integer,
      sms_voice_consumed integer not null default 0,
      features jsonb not null default '[]',
      flags jsonb not null default '{}',
      primary key (tenant_id, type)
    )`,
    ...tenantTable('entitlements'),
    // A user's row keeps its tenant from being locked for change: held, nobody comes while all are
    // counted, and whoever has come is seen.
    `create function count_all_users() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
      begin
        if new.usage_type <> 'USERS' or ${tenant} is null then return new; end if;
        perform from tenants where tenant_id = new.tenant_id for update;
        new.consumed := (select count(*) from users where tenant_id = new.tenant_id);
        return new;
      end $$`,
    `create trigger count_all_users before insert on entitlements for each row
      execute function count_all_users()`,
    `create function count_users() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
      declare
        difference integer := 0;
        refused boolean;
      begin
        perform from entitlements where tenant_id = ${tenant} and usage_type = 'USERS';
        if not found then return null; end if;
        difference := (select count(*) from changed);
        if tg_op = 'DELETE' then difference := - difference; end if;
        update entitlements set consumed = consumed + difference
          where tenant_id = ${tenant} and usage_type = 'USERS'
          returning difference > 0 and overage_type = 'NO' and consumed > allotment into refused;
        if refused then
          raise exception 'the allotment of users is used up'
            using errcode = 'check_violation', constraint = 'entitlements_allotment';
        end if;
        return null;
      end $$`,
    `create trigger count_new_users after insert on users referencing new table as changed
      for each statement execute function count_users()`,
    `create trigger count_gone_users after delete on users referencing old table as changed
      for each statement execute function count_users()`,
  ],
}
