import { type Migration, tenantTable } from '../migration.ts'

const alerts = [
  `create table printer_alerts (
    tenant_id uuid not null references tenants,
    id uuid not null,
    name text not null,
    name_key text not null,
    enabled boolean not null,
    condition text not null,
    level integer,
    settle_minutes integer not null,
    every_printer boolean not null,
    version integer not null default 1,
    created_at timestamptz not null,
    modified_at timestamptz not null,
    primary key (tenant_id, id),
    unique (tenant_id, name_key)
  )`,
  ...tenantTable('printer_alerts'),
  `create table printer_alert_printers (
    tenant_id uuid not null,
    alert_id uuid not null,
    printer_id uuid not null,
    primary key (tenant_id, alert_id, printer_id),
    foreign key (tenant_id, alert_id) references printer_alerts on delete cascade,
    foreign key (tenant_id, printer_id) references printers on delete cascade
  )`,
  `create index printer_alert_printers_of_printer
    on printer_alert_printers (tenant_id, printer_id)`,
  ...tenantTable('printer_alert_printers'),
]

/** How each alert stands for each printer that it was ever seen at: a row each, changed in place. */
const standings = [
  `create table printer_alert_standings (
    tenant_id uuid not null,
    alert_id uuid not null,
    printer_id uuid not null,
    phase text not null,
    at timestamptz not null,
    told_at timestamptz,
    over_at timestamptz,
    detail text not null,
    primary key (tenant_id, alert_id, printer_id),
    foreign key (tenant_id, alert_id) references printer_alerts on delete cascade,
    foreign key (tenant_id, printer_id) references printers on delete cascade
  )`,
  `create index printer_alert_standings_of_printer
    on printer_alert_standings (tenant_id, printer_id)`,
  ...tenantTable('printer_alert_standings'),
]

/** When the printers of a tenant that has alerts are judged next. */
const watches = [
  `create table printer_alert_watches (
    tenant_id uuid primary key references tenants,
    due_at timestamptz not null
  )`,
  ...tenantTable('printer_alert_watches'),
  `create function printer_alert_watches_claim(due timestamptz, most integer)
    returns table (tenant_id uuid)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      return query update public.printer_alert_watches w set due_at = due + interval '1 minute'
        from (select p.tenant_id from public.printer_alert_watches p
          where p.due_at <= due order by p.due_at limit most for update skip locked) c
        where w.tenant_id = c.tenant_id
        returning w.tenant_id;
    end $$`,
  `revoke all on function printer_alert_watches_claim(timestamptz, integer) from public`,
  `grant execute on function printer_alert_watches_claim(timestamptz, integer) to signet_runtime`,
]

export const migration: Migration = { statements: [...alerts, ...standings, ...watches] }
