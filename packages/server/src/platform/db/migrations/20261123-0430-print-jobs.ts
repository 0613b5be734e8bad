import { type Migration, tenantTable } from '../migration.ts'

/** Cards that were asked for together; `held_from` is the position that nothing is begun from on. */
const batches = [
  `create table print_batches (
    tenant_id uuid not null references tenants,
    id uuid not null,
    total integer not null,
    held_from integer,
    created_at timestamptz not null,
    created_by text not null,
    primary key (tenant_id, id)
  )`,
  `create index print_batches_newest on print_batches (tenant_id, created_at)`,
  ...tenantTable('print_batches'),
]

/**
 * One attempt at one card. The two unique indexes are what keeps a card from coming out twice: an
 * attempt is made once, and only one attempt at a card is under way.
 */
const jobs = [
  `create table print_jobs (
    tenant_id uuid not null,
    id uuid not null,
    batch_id uuid not null,
    position integer not null,
    kind text not null,
    issuance_id uuid not null,
    attempt integer not null,
    request_hash text not null,
    title text not null,
    group_id uuid,
    design_id uuid not null,
    design_version integer not null,
    printer_id uuid,
    printer_name text not null,
    hopper text,
    queue_state text not null,
    print_status text not null,
    sent text not null,
    cancel_wanted boolean not null default false,
    detail text not null default '',
    device_number integer,
    device_uuid text,
    waits integer not null default 0,
    next_at timestamptz not null,
    reprint_reason text,
    reprint_note text,
    previous_fate text,
    image_sha256 text,
    logged integer not null default 0,
    created_at timestamptz not null,
    created_by text not null,
    started_at timestamptz,
    ended_at timestamptz,
    removed_at timestamptz,
    primary key (tenant_id, id),
    unique (tenant_id, issuance_id, attempt),
    foreign key (tenant_id, batch_id) references print_batches on delete cascade,
    foreign key (tenant_id, printer_id) references printers on delete set null (printer_id)
  )`,
  `create unique index print_jobs_active on print_jobs (tenant_id, issuance_id)
    where queue_state in ('QUEUED', 'WAIT_FOR_PRINTER', 'STARTED', 'UNKNOWN')`,
  `create index print_jobs_of_printer on print_jobs (tenant_id, printer_id, created_at, position)
    where queue_state in ('QUEUED', 'WAIT_FOR_PRINTER', 'STARTED', 'UNKNOWN')`,
  `create index print_jobs_of_batch on print_jobs (tenant_id, batch_id, position)`,
  `create index print_jobs_newest on print_jobs (tenant_id, created_at, id)`,
  ...tenantTable('print_jobs'),
]

/** What is printed, as it was when it was asked for; it goes a while after the job has ended. */
const contents = [
  `create table print_contents (
    tenant_id uuid not null,
    job_id uuid not null,
    field_values jsonb not null,
    ended_at timestamptz,
    primary key (tenant_id, job_id),
    foreign key (tenant_id, job_id) references print_jobs on delete cascade
  )`,
  ...tenantTable('print_contents'),
  `create table print_log (
    tenant_id uuid not null,
    job_id uuid not null,
    number integer not null,
    at timestamptz not null,
    event text not null,
    queue_state text not null,
    print_status text not null,
    detail text not null,
    primary key (tenant_id, job_id, number),
    foreign key (tenant_id, job_id) references print_jobs on delete cascade
  )`,
  ...tenantTable('print_log'),
]

/** Written in the transaction that ends a job: nothing is counted twice or left out. */
const counts = [
  `create table print_counts (
    tenant_id uuid not null references tenants,
    day date not null,
    printer_name text not null,
    operator text not null,
    completed integer not null default 0,
    failed integer not null default 0,
    cancelled integer not null default 0,
    reprinted integer not null default 0,
    primary key (tenant_id, day, printer_name, operator)
  )`,
  ...tenantTable('print_counts'),
]

export const migration: Migration = { statements: [...batches, ...jobs, ...contents, ...counts] }
