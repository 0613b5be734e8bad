import type { Migration } from '../migration.ts'

/**
 * Transaction ids begin again in another database, the order of the audit events must not. What
 * an event is ordered by is the transaction's id plus a base, which stands in the column's default
 * and beside the sequencer's bound. `audit_continue()` raises the base past everything there is:
 * `signet restore` calls it, and whoever loads a dump with other tools.
 */
export const migration: Migration = {
  statements: [
    `alter table audit_sequencer add column base bigint not null default 0`,
    `create or replace function audit_bound() returns table (upto xid8, safe xid8)
      language plpgsql security definer set search_path = public as $$
      begin
        return query select s.upto,
          (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + s.base)::text::xid8
          from audit_sequencer s for update;
      end $$`,
    `create function audit_continue() returns bigint
      language plpgsql set search_path = pg_catalog, public, pg_temp as $$
      declare past bigint;
      begin
        lock table audit_events in access exclusive mode;
        select max(position)::text::bigint into past from (
          select max(xid) as position from audit_events
          union all select max(upto_xid) from audit_chain
          union all select max(upto) from audit_sequencer) as positions;
        update audit_sequencer set base = past;
        execute format('alter table audit_events alter column xid
          set default ((pg_current_xact_id()::text::bigint + %s)::text::xid8)', past);
        return past;
      end $$`,
    `revoke all on function audit_continue() from public`,
  ],
}
