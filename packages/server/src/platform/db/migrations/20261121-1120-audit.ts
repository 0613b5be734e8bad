import { type Migration, tenantTable } from '../migration.ts'

/**
 * Reads envelopes of all tenants between two transaction ids, for the sequencer alone. It runs
 * as its owner, a role whose policies reach these tables and nothing else.
 */
const sequencer = [
  `do $$ begin
    if not exists (select from pg_roles where rolname = 'signet_sequencer') then
      create role signet_sequencer nologin;
    end if;
  end $$`,
  `grant usage on schema public to signet_sequencer`,
  `grant select on audit_events to signet_sequencer`,
  `grant select, insert, update on audit_sequencer to signet_sequencer`,
  `create policy sequencer on audit_events for select to signet_sequencer using (true)`,
  `create policy sequencer on audit_sequencer to signet_sequencer using (true) with check (true)`,
  `create function audit_unsequenced(lower xid8, upper xid8, most integer)
    returns setof audit_events language plpgsql security definer set search_path = public stable as $$
    begin
      return query select * from audit_events e
        where e.xid >= lower and e.xid < upper order by e.xid, e.id limit most;
    end $$`,
  `create function audit_bound() returns table (upto xid8, safe xid8)
    language plpgsql security definer set search_path = public as $$
    begin
      return query select s.upto, pg_snapshot_xmin(pg_current_snapshot()) from audit_sequencer s for update;
    end $$`,
  `create function audit_move_bound(bound xid8) returns void
    language plpgsql security definer set search_path = public as $$
    begin
      update audit_sequencer set upto = bound;
    end $$`,
  `insert into audit_sequencer (tenant_id, upto) values ('00000000-0000-0000-0000-000000000000', '0')`,
  ...['audit_unsequenced(xid8, xid8, integer)', 'audit_bound()', 'audit_move_bound(xid8)'].flatMap(
    (name) => [
      `alter function ${name} owner to signet_sequencer`,
      `revoke all on function ${name} from public`,
      `grant execute on function ${name} to signet_runtime`,
    ],
  ),
]

/** Ids of details whose text holds a term; the trigram index is out of reach under a policy. */
const search = [
  `create function audit_search(term text, since timestamptz, until timestamptz, most integer)
    returns table (occurred_at timestamptz, event_id uuid)
    language plpgsql security definer set search_path = public stable as $$
    begin
      return query execute
        'select d.occurred_at, d.event_id from audit_details d
         where d.tenant_id = $1 and d.search_text like $2 and d.occurred_at >= $3 and d.occurred_at < $4
         order by d.occurred_at desc, d.event_id desc limit $5'
        using nullif(current_setting('app.tenant', true), '')::uuid,
          '%' || replace(replace(replace(term, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%', since, until, most;
    end $$`,
  `revoke all on function audit_search(text, timestamptz, timestamptz, integer) from public`,
  `grant execute on function audit_search(text, timestamptz, timestamptz, integer) to signet_runtime`,
]

export const migration: Migration = {
  statements: [
    `create table audit_events (
      tenant_id uuid not null,
      occurred_at timestamptz not null,
      id uuid not null,
      xid xid8 not null default pg_current_xact_id(),
      actor_kind text not null,
      actor_id text not null,
      entity text not null,
      entity_id text not null,
      action text not null,
      outcome text not null,
      digest bytea not null,
      primary key (tenant_id, occurred_at, id)
    ) partition by range (occurred_at)`,
    `create index audit_events_by_entity on audit_events (tenant_id, entity_id, occurred_at, id)`,
    `create index audit_events_by_actor on audit_events (tenant_id, actor_id, occurred_at, id)`,
    `create index audit_events_by_action on audit_events (tenant_id, action, occurred_at, id)`,
    `create index audit_events_by_xid on audit_events (xid, id)`,
    ...tenantTable('audit_events'),
    `create table audit_details (
      tenant_id uuid not null,
      occurred_at timestamptz not null,
      event_id uuid not null,
      salt bytea not null,
      actor_name text not null,
      entity_name text not null,
      request_id text not null,
      address text,
      detail text not null,
      search_text text not null,
      primary key (tenant_id, occurred_at, event_id)
    ) partition by range (occurred_at)`,
    `create index audit_details_by_request on audit_details (tenant_id, request_id)`,
    `create index audit_details_by_address on audit_details (tenant_id, address, occurred_at)`,
    `create index audit_details_by_text on audit_details using gin (tenant_id, search_text gin_trgm_ops)`,
    ...tenantTable('audit_details'),
    ...['audit_events', 'audit_details'].flatMap((table) => [
      `create table ${table}_default partition of ${table} default`,
      ...tenantTable(`${table}_default`),
    ]),
    `create table audit_chain (
      tenant_id uuid not null references tenants,
      number bigint not null,
      from_xid xid8 not null,
      upto_xid xid8 not null,
      event_count integer not null,
      previous_hash bytea not null,
      hash bytea not null,
      signature bytea not null,
      key_id text not null,
      created_at timestamptz not null,
      primary key (tenant_id, number)
    )`,
    ...tenantTable('audit_chain'),
    `create table audit_sequencer (tenant_id uuid primary key, upto xid8 not null)`,
    `alter table audit_sequencer enable row level security`,
    ...sequencer,
    ...search,
  ],
}
