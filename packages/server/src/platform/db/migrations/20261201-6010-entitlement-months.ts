import { type Migration, tenantTable } from '../migration.ts'

const tenant = `nullif(current_setting('app.tenant', true), '')::uuid`

const monthOf = (at: string): string => `date_trunc('month', ${at} at time zone 'UTC')::date`

/**
 * What was used of an entitlement, by month (UTC). Kept by a trigger in the transaction of the use, whoever
 * counts; the row of the entitlement is held then, so no one waits for another lock. History before this
 * step is not known: it begins with what is in use.
 */
export const migration: Migration = {
  statements: [
    `create table entitlement_months (
      tenant_id uuid not null references tenants,
      type text not null,
      month date not null,
      highest integer not null,
      latest integer not null,
      used integer not null default 0,
      sms_voice integer not null default 0,
      primary key (tenant_id, type, month)
    )`,
    ...tenantTable('entitlement_months'),
    `insert into entitlement_months (tenant_id, type, month, highest, latest)
      select tenant_id, type, ${monthOf('now()')}, consumed, consumed from entitlements`,
    `create function keep_entitlement_month() returns trigger language plpgsql
      set search_path = pg_catalog, public, pg_temp as $$
      declare
        former integer := new.consumed;
        former_messages integer := new.sms_voice_consumed;
      begin
        if ${tenant} is distinct from new.tenant_id then return null; end if;
        if tg_op = 'UPDATE' then
          former := old.consumed;
          former_messages := old.sms_voice_consumed;
        end if;
        insert into entitlement_months as m
          (tenant_id, type, month, highest, latest, used, sms_voice)
          values (new.tenant_id, new.type, ${monthOf('coalesce(new.used_at, now())')},
            greatest(former, new.consumed), new.consumed, new.consumed - former,
            new.sms_voice_consumed - former_messages)
          on conflict (tenant_id, type, month) do update set
            highest = greatest(m.highest, excluded.highest), latest = excluded.latest,
            used = m.used + excluded.used, sms_voice = m.sms_voice + excluded.sms_voice;
        return null;
      end $$`,
    `create trigger keep_entitlement_month
      after insert or update of consumed, sms_voice_consumed on entitlements
      for each row execute function keep_entitlement_month()`,
  ],
}
