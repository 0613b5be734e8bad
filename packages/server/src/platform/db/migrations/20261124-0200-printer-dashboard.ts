import { type Migration, tenantTable } from '../migration.ts'

const care = [
  `alter table printers
    add cleaning_after integer not null default 1000,
    add low_level integer not null default 15`,
  `alter table simulated_printers add firmware text not null default '1'`,
]

/** Cards that came out of a printer, samples too: what wears it and its supplies. */
const counters = [
  `create table printer_counters (
    tenant_id uuid not null,
    printer_id uuid not null,
    cards bigint not null default 0,
    cleaned_cards bigint not null default 0,
    cleaned_at timestamptz,
    primary key (tenant_id, printer_id),
    foreign key (tenant_id, printer_id) references printers on delete cascade
  )`,
  ...tenantTable('printer_counters'),
  `create table printer_days (
    tenant_id uuid not null,
    printer_id uuid not null,
    day timestamptz not null,
    cards integer not null,
    primary key (tenant_id, printer_id, day),
    foreign key (tenant_id, printer_id) references printers on delete cascade
  )`,
  ...tenantTable('printer_days'),
]

/** Where a supply stood when it was filled up, and where it stands. */
const supplies = [
  `create table printer_supplies (
    tenant_id uuid not null,
    printer_id uuid not null,
    name text not null,
    level integer not null,
    cards bigint not null,
    begun_level integer not null,
    begun_cards bigint not null,
    begun_at timestamptz not null,
    former_per_card real,
    primary key (tenant_id, printer_id, name),
    foreign key (tenant_id, printer_id) references printers on delete cascade
  )`,
  ...tenantTable('printer_supplies'),
]

const queue = [
  `create index print_jobs_of_printer_state on print_jobs (tenant_id, printer_id, queue_state, id)`,
  `create index print_jobs_of_group on print_jobs (tenant_id, group_id, ended_at)
    where kind = 'CARD' and ended_at is not null`,
]

export const migration: Migration = {
  statements: [...care, ...counters, ...supplies, ...queue],
}
