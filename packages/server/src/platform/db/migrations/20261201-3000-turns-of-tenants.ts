import type { Migration } from '../migration.ts'

/** Work of a locked or terminated tenant waits: a lease on it would only keep a place from others. */
const served = (tenantId: string): string =>
  `exists (select from public.tenants t
    where t.tenant_id = ${tenantId} and not t.locked and not t.terminated)`

interface Lanes {
  readonly table: string
  readonly id: string
  /** What is to be worked on, of the row by this name. */
  readonly due: (row: string) => string
  /** The earlier of two that are due. */
  readonly earlier: (row: string) => string
}

/**
 * The turn of each row that is due: its place among those of its tenant, behind those that the tenant
 * has at work. First turns come before second ones, so that no tenant takes every place.
 */
const turnsOf = ({ table, id, due, earlier }: Lanes): string => `
  select d.tenant_id as of_tenant, d.${id} as of_row,
    row_number() over (partition by d.tenant_id order by ${earlier('d')})
      + (select count(*) from public.${table} h
        where h.tenant_id = d.tenant_id and h.leased_until > now()) as turn
  from public.${table} d where ${due('d')}`

/** The rows to take, first turns first. */
const chosen = (lanes: Lanes): string => `
  select r.tenant_id, r.${lanes.id} as of_row from public.${lanes.table} r
    join (${turnsOf(lanes)}) t on t.of_tenant = r.tenant_id and t.of_row = r.${lanes.id}
    where ${lanes.due('r')}
    order by t.turn, ${lanes.earlier('r')} limit most for update of r skip locked`

const dueFirst = (row: string): string => `${row}.due_at nulls first`
const isFree = (row: string): string =>
  `(${row}.leased_until is null and ${row}.due_at <= due or ${row}.leased_until <= now())`

const webhooks = {
  table: 'webhook_lanes',
  id: 'webhook_id',
  earlier: dueFirst,
  due: (row: string) => `${row}.slow = slow_ones
    and (${row}.paused_until is null or ${row}.paused_until <= due)
    and ${isFree(row)} and ${served(`${row}.tenant_id`)}`,
}

const printers = {
  table: 'printer_lanes',
  id: 'printer_id',
  earlier: dueFirst,
  due: (row: string) => `${isFree(row)} and ${served(`${row}.tenant_id`)}`,
}

/** No order was kept: of those that are due at the same turn, any may come first. */
const collectors = {
  table: 'syslog_applications',
  id: 'id',
  earlier: () => 'random()',
  due: (row: string) => `${row}.enabled
    and (${row}.paused_until is null or ${row}.paused_until <= due)
    and (${row}.leased_until is null or ${row}.leased_until <= now())
    and ${row}.position < (select max(a.number) from public.audit_chain a
      where a.tenant_id = ${row}.tenant_id)
    and ${served(`${row}.tenant_id`)}`,
}

interface Claim {
  readonly head: string
  readonly lanes: Lanes
  readonly set: string
}

const claimOf = ({ head, lanes: { table, id, ...lanes }, set }: Claim): string => `
  create or replace function ${head}
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    return query update public.${table} l
      set lease_id = lease, leased_until = now() + interval '1 minute'${set}
      from (${chosen({ table, id, ...lanes })}) c
      where l.tenant_id = c.tenant_id and l.${id} = c.of_row
      returning l.tenant_id, l.${id};
  end $$`

/** Each tenant's first provider that is due comes before any tenant's second. */
const providers = `
  create or replace function identity_providers_claim(due timestamptz, most integer)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    return query update public.identity_providers w
      set metadata_next_at = due + interval '15 minutes'
      from (select p.tenant_id, p.id from public.identity_providers p
        join (select d.tenant_id as of_tenant, d.id as of_row,
            row_number() over (partition by d.tenant_id order by d.metadata_next_at) as turn
          from public.identity_providers d where d.metadata_next_at <= due) t
          on t.of_tenant = p.tenant_id and t.of_row = p.id
        where p.metadata_next_at <= due
        order by t.turn, p.metadata_next_at limit most for update of p skip locked) c
      where w.tenant_id = c.tenant_id and w.id = c.id
      returning w.tenant_id, w.id;
  end $$`

export const migration: Migration = {
  statements: [
    claimOf({
      head: `webhook_lanes_claim(lease uuid, due timestamptz, slow_ones boolean, most integer)
        returns table (tenant_id uuid, webhook_id uuid)`,
      lanes: webhooks,
      set: ', due_at = null',
    }),
    claimOf({
      head: `printer_lanes_claim(lease uuid, due timestamptz, most integer)
        returns table (tenant_id uuid, printer_id uuid)`,
      lanes: printers,
      set: ', due_at = null',
    }),
    claimOf({
      head: `syslog_claim(lease uuid, due timestamptz, most integer)
        returns table (tenant_id uuid, application_id uuid)`,
      lanes: collectors,
      set: '',
    }),
    providers,
  ],
}
