import { type Migration, tenantTable } from '../migration.ts'

/** A function that looks over all tenants, for the runtime role alone. */
const acrossTenants = (signature: string): readonly string[] => [
  `revoke all on function ${signature} from public`,
  `grant execute on function ${signature} to signet_runtime`,
]

/** How far each consumer has read the audit chain of each tenant that someone waits for. */
const cursors = [
  `create table audit_cursors (
    tenant_id uuid not null references tenants,
    consumer text not null,
    number bigint not null,
    primary key (tenant_id, consumer)
  )`,
  ...tenantTable('audit_cursors'),
  `create function audit_waiting() returns table (tenant_id uuid, consumer text)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    begin
      return query select c.tenant_id, c.consumer from public.audit_cursors c
        where c.number < (select max(a.number) from public.audit_chain a
          where a.tenant_id = c.tenant_id);
    end $$`,
  ...acrossTenants('audit_waiting()'),
  // Under the policy a plan may walk the tenant's whole log: each batch is a short range of xid.
  `create function audit_batches(first bigint, last bigint) returns setof audit_events
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    declare
      wanted constant uuid := nullif(current_setting('app.tenant', true), '')::uuid;
      batch record;
    begin
      for batch in select a.from_xid, a.upto_xid from public.audit_chain a
        where a.tenant_id = wanted and a.number between first and last order by a.number
      loop
        return query execute
          'select e.* from public.audit_events e
           where e.xid >= $1 and e.xid < $2 and e.tenant_id = $3 order by e.xid, e.id'
          using batch.from_xid, batch.upto_xid, wanted;
      end loop;
    end $$`,
  ...acrossTenants('audit_batches(bigint, bigint)'),
]

const webhooks = [
  `create table webhooks (
    tenant_id uuid not null references tenants,
    id uuid not null,
    name text not null,
    name_key text not null,
    description text not null,
    url text not null,
    events jsonb not null,
    enabled boolean not null,
    disabled_at timestamptz,
    sealed_secret bytea not null,
    sealed_previous bytea,
    previous_ends_at timestamptz,
    owner_kind text not null,
    owner_id uuid,
    owner_name text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    primary key (tenant_id, id),
    unique (tenant_id, name_key)
  )`,
  ...tenantTable('webhooks'),
  `create table webhook_deliveries (
    tenant_id uuid not null,
    event_id uuid not null,
    webhook_id uuid not null,
    occurred_at timestamptz not null,
    action text not null,
    state text not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    attempted_at timestamptz,
    answer_status integer,
    failure text,
    duration_millis integer,
    queued_at timestamptz not null,
    primary key (tenant_id, event_id, webhook_id),
    foreign key (tenant_id, webhook_id) references webhooks on delete cascade
  )`,
  `create index webhook_deliveries_of_webhook
    on webhook_deliveries (tenant_id, webhook_id, event_id)`,
  `create index webhook_deliveries_due
    on webhook_deliveries (tenant_id, webhook_id, next_attempt_at) where state = 'PENDING'`,
  `create index webhook_deliveries_dead
    on webhook_deliveries (tenant_id, webhook_id, event_id) where state = 'DEAD'`,
  ...tenantTable('webhook_deliveries'),
  // Changed all the time and on no index: the rows are few and stay on their page.
  `create table webhook_lanes (
    tenant_id uuid not null,
    webhook_id uuid not null,
    due_at timestamptz,
    lease_id uuid,
    leased_until timestamptz,
    paused_until timestamptz,
    slow boolean not null default false,
    failures integer not null default 0,
    failing_since timestamptz,
    last_success_at timestamptz,
    primary key (tenant_id, webhook_id),
    foreign key (tenant_id, webhook_id) references webhooks on delete cascade
  ) with (fillfactor = 50)`,
  ...tenantTable('webhook_lanes'),
]

/**
 * Takes webhooks with something to deliver, of any tenant: the lease is part of the row. One whose
 * node was killed is taken again when its lease has ended.
 */
const claim = [
  `create function webhook_lanes_claim(lease uuid, due timestamptz, slow_ones boolean, most integer)
    returns table (tenant_id uuid, webhook_id uuid)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      return query update public.webhook_lanes l
        set lease_id = lease, leased_until = now() + interval '1 minute', due_at = null
        from (select w.tenant_id, w.webhook_id from public.webhook_lanes w
          where w.slow = slow_ones
            and (w.paused_until is null or w.paused_until <= due)
            and (w.leased_until is null and w.due_at <= due or w.leased_until <= now())
          order by w.due_at nulls first limit most for update skip locked) c
        where l.tenant_id = c.tenant_id and l.webhook_id = c.webhook_id
        returning l.tenant_id, l.webhook_id;
    end $$`,
  ...acrossTenants('webhook_lanes_claim(uuid, timestamptz, boolean, integer)'),
]

/** Deliveries stand in a table of their own: a job for each would cost more than to send it. */
const withoutQueue = `select pgboss.delete_queue('audit-fanout')`

export const migration: Migration = {
  statements: [...cursors, ...webhooks, ...claim, withoutQueue],
}
