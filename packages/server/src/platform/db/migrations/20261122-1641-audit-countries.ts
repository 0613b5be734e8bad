import type { Migration } from '../migration.ts'

/**
 * Where the request of an event came from, where a file tells places of addresses: events are found
 * by country, and sign-ins counted by it.
 */
export const migration: Migration = {
  statements: [
    `alter table audit_details add column country text`,
    `alter table archived_events add column country text`,
    `create index audit_details_by_country on audit_details (tenant_id, country, occurred_at, event_id)
      where country is not null`,
    `create or replace function report_events(first xid8, past xid8)
      returns table (dimension text, starts_at timestamptz, name text, outcome text, count bigint)
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      begin
        return query execute '
          with event as materialized (
            select e.occurred_at, e.id, e.action, e.outcome,
              date_bin(interval ''15 minutes'', e.occurred_at, timestamptz ''2000-01-01 00:00Z'') as starts
            from public.audit_events e where e.xid >= $1 and e.xid < $2 and e.tenant_id = $3),
          sign_in as materialized (
            select e.starts, e.outcome, d.country, d.detail::jsonb -> ''attributes'' as said
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
            where each.name is not null group by 2, 3, 4
          union all
          select ''COUNTRY'', starts, country, outcome, count(*)
            from sign_in where country is not null group by 2, 3, 4'
          using first, past, nullif(current_setting('app.tenant', true), '')::uuid;
      end $$`,
  ],
}
