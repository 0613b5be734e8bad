import { type Migration, tenantTable } from '../migration.ts'

/** A function that looks over all tenants, for the runtime role alone. */
const acrossTenants = (signature: string): readonly string[] => [
  `revoke all on function ${signature} from public`,
  `grant execute on function ${signature} to signet_runtime`,
]

const printers = [
  `create table printers (
    tenant_id uuid not null references tenants,
    id uuid not null,
    device_id uuid not null,
    name text not null,
    name_key text not null,
    kind text not null,
    uri text,
    location text not null,
    description text not null,
    make_and_model text not null,
    firmware text not null,
    hoppers jsonb not null,
    formats jsonb not null,
    state text not null,
    reasons jsonb not null,
    accepting boolean not null,
    supplies jsonb not null,
    up_since timestamptz,
    last_seen_at timestamptz,
    hopper text,
    sides text not null,
    split_black boolean not null,
    upside_down boolean not null,
    version integer not null default 1,
    created_at timestamptz not null,
    modified_at timestamptz not null,
    primary key (tenant_id, id),
    unique (tenant_id, name_key),
    unique (tenant_id, device_id)
  )`,
  ...tenantTable('printers'),
]

/** What a simulated printer is about, and the cards that it was given. */
const simulated = [
  `create table simulated_printers (
    tenant_id uuid not null,
    printer_id uuid not null,
    fault text not null,
    seconds_per_card integer not null,
    ribbon_left integer not null,
    cards_left integer not null,
    started_at timestamptz not null,
    next_number integer not null default 1,
    primary key (tenant_id, printer_id),
    foreign key (tenant_id, printer_id) references printers on delete cascade
  )`,
  ...tenantTable('simulated_printers'),
  `create table simulated_cards (
    tenant_id uuid not null,
    printer_id uuid not null,
    uuid uuid not null,
    number integer not null,
    job_name text not null,
    sha256 text not null,
    taken_at timestamptz not null,
    done_at timestamptz not null,
    outcome text,
    primary key (tenant_id, printer_id, uuid),
    foreign key (tenant_id, printer_id) references simulated_printers on delete cascade
  )`,
  `create index simulated_cards_by_name on simulated_cards (tenant_id, printer_id, job_name)`,
  ...tenantTable('simulated_cards'),
]

/**
 * Who works for a printer: one node at a time. `fence` counts the leases, so that a node that lost
 * its own finds out before it writes anything. Changed all the time and on no index.
 */
const lanes = [
  `create table printer_lanes (
    tenant_id uuid not null,
    printer_id uuid not null,
    due_at timestamptz,
    lease_id uuid,
    leased_until timestamptz,
    fence bigint not null default 0,
    failures integer not null default 0,
    primary key (tenant_id, printer_id),
    foreign key (tenant_id, printer_id) references printers on delete cascade
  ) with (fillfactor = 50)`,
  ...tenantTable('printer_lanes'),
  `create function printer_lanes_claim(lease uuid, due timestamptz, most integer)
    returns table (tenant_id uuid, printer_id uuid)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      return query update public.printer_lanes l
        set lease_id = lease, leased_until = now() + interval '1 minute', due_at = null,
          fence = l.fence + 1
        from (select p.tenant_id, p.printer_id from public.printer_lanes p
          where p.leased_until is null and p.due_at <= due or p.leased_until <= now()
          order by p.due_at nulls first limit most for update skip locked) c
        where l.tenant_id = c.tenant_id and l.printer_id = c.printer_id
        returning l.tenant_id, l.printer_id;
    end $$`,
  ...acrossTenants('printer_lanes_claim(uuid, timestamptz, integer)'),
]

export const migration: Migration = { statements: [...printers, ...simulated, ...lanes] }
