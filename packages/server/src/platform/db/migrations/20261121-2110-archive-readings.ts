import { type Migration, tenantTable } from '../migration.ts'

/** Events of an archive that is open for reading, apart from the log and its chain. */
const events = [
  `create table archived_events (
    tenant_id uuid not null references tenants,
    reading_id uuid not null,
    occurred_at timestamptz not null,
    id uuid not null,
    actor_kind text not null,
    actor_id text not null,
    actor_name text,
    entity text not null,
    entity_id text not null,
    entity_name text,
    action text not null,
    outcome text not null,
    request_id text,
    address text,
    detail text,
    search_text text not null,
    expires_at timestamptz not null,
    primary key (tenant_id, reading_id, occurred_at, id)
  )`,
  `create index archived_events_by_end on archived_events (tenant_id, expires_at)`,
  `create index archived_events_by_text on archived_events
    using gin (tenant_id, reading_id, search_text gin_trgm_ops)`,
  ...tenantTable('archived_events'),
  // The trigram index is out of reach under a policy.
  `create function archived_search(reading uuid, term text, since timestamptz, until timestamptz, most integer)
    returns table (occurred_at timestamptz, id uuid)
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
    begin
      return query execute
        'select e.occurred_at, e.id from public.archived_events e
         where e.tenant_id = $1 and e.reading_id = $2 and e.search_text like $3
           and e.occurred_at >= $4 and e.occurred_at < $5
         order by e.occurred_at desc, e.id desc limit $6'
        using nullif(current_setting('app.tenant', true), '')::uuid, reading,
          '%' || replace(replace(replace(term, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%', since, until, most;
    end $$`,
  `revoke all on function archived_search(uuid, text, timestamptz, timestamptz, integer) from public`,
  `grant execute on function archived_search(uuid, text, timestamptz, timestamptz, integer)
    to signet_runtime`,
]

export const migration: Migration = {
  statements: [
    `create table archive_readings (
      tenant_id uuid not null references tenants,
      id uuid not null,
      archive_id uuid not null,
      state text not null,
      event_count integer not null default 0,
      opened_by text not null,
      opened_at timestamptz not null,
      expires_at timestamptz not null,
      primary key (tenant_id, id),
      unique (tenant_id, archive_id)
    )`,
    `create index archive_readings_by_end on archive_readings (tenant_id, expires_at)`,
    ...tenantTable('archive_readings'),
    ...events,
  ],
}
