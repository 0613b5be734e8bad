import { type Migration, tenantTable } from '../migration.ts'

const columns = `table (dimension text, starts_at timestamptz, name text, outcome text, count bigint)`

/** A function of the owner that reads the tenant of the transaction, for the runtime role alone. */
const ofTenant = (signature: string): readonly string[] => [
  `revoke all on function ${signature} from public`,
  `grant execute on function ${signature} to signet_runtime`,
]

/**
 * Audit events counted by quarter of an hour: every offset of a time zone is a multiple of it. By
 * action for all; for sign-ins also by authenticator and, where they were completed, by application
 * (empty for Signet itself). Sequenced events stand in the table; the others are counted when asked.
 */
export const migration: Migration = {
  statements: [
    `create table report_counts (
      tenant_id uuid not null references tenants,
      dimension text not null,
      starts_at timestamptz not null,
      name text not null,
      outcome text not null,
      count bigint not null,
      primary key (tenant_id, dimension, starts_at, name, outcome)
    )`,
    ...tenantTable('report_counts'),
    `create function report_events(first xid8, past xid8) returns ${columns}
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      begin
        return query execute '
          with event as materialized (
            select e.occurred_at, e.id, e.action, e.outcome,
              date_bin(interval ''15 minutes'', e.occurred_at, timestamptz ''2000-01-01 00:00Z'') as starts
            from public.audit_events e where e.xid >= $1 and e.xid < $2 and e.tenant_id = $3),
          sign_in as materialized (
            select e.starts, e.outcome, d.detail::jsonb -> ''attributes'' as said
            from event e join public.audit_details d on d.tenant_id = $3
              and d.occurred_at = e.occurred_at and d.event_id = e.id
            where e.action = ''AUTHENTICATION'')
          select ''ACTION'', starts, action, outcome, count(*) from event group by 2, 3, 4
          union all
          select ''APPLICATION'', starts, coalesce(said ->> ''application'', ''''), outcome, count(*)
            from sign_in where said ? ''application'' group by 2, 3, 4
          union all
          select ''AUTHENTICATOR'', starts, each.name, outcome, count(*)
            from sign_in, jsonb_array_elements_text(case when said ? ''authenticators''
              then said -> ''authenticators'' else jsonb_build_array(said -> ''authenticator'') end)
              as each (name)
            where each.name is not null group by 2, 3, 4'
          using first, past, nullif(current_setting('app.tenant', true), '')::uuid;
      end $$`,
    ...ofTenant('report_events(xid8, xid8)'),
    // What the sequencer has not reached: its bound and its counts are of one snapshot.
    `create function report_tail() returns ${columns}
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      begin
        return query select r.* from public.report_events(
          (select s.upto from public.audit_sequencer s), '18446744073709551615') r;
      end $$`,
    ...ofTenant('report_tail()'),
    `create index audit_events_by_refusal on audit_events (tenant_id, action, occurred_at)
      include (entity_id) where outcome <> 'SUCCESS'`,
    `do $$
      declare each uuid;
      begin
        for each in select tenant_id from tenants loop
          perform set_config('app.tenant', each::text, true);
          insert into report_counts select each, r.*
            from report_events('0', (select upto from audit_sequencer)) r;
        end loop;
        perform set_config('app.tenant', '', true);
      end $$`,
  ],
}
