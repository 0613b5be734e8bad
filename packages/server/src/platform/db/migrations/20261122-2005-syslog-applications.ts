import { type Migration, tenantTable } from '../migration.ts'

const claim = 'syslog_claim(uuid, timestamptz, integer)'

/** Collectors that read the audit chain: each has its own place in it. */
export const migration: Migration = {
  statements: [
    `create table syslog_applications (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      name_key text not null,
      description text not null,
      enabled boolean not null,
      host text not null,
      port integer not null,
      security text not null,
      ca_certificates text,
      facility integer not null,
      events jsonb not null,
      detail text not null,
      position bigint not null,
      lease_id uuid,
      leased_until timestamptz,
      paused_until timestamptz,
      failures integer not null default 0,
      failing_since timestamptz,
      failure text,
      last_success_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      primary key (tenant_id, id),
      unique (tenant_id, name_key)
    ) with (fillfactor = 50)`,
    ...tenantTable('syslog_applications'),
    // The lease is part of the row: one whose node was killed is taken again when it has ended.
    `create function syslog_claim(lease uuid, due timestamptz, most integer)
      returns table (tenant_id uuid, application_id uuid)
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
      begin
        return query update public.syslog_applications l
          set lease_id = lease, leased_until = now() + interval '1 minute'
          from (select s.tenant_id, s.id from public.syslog_applications s
            where s.enabled
              and (s.paused_until is null or s.paused_until <= due)
              and (s.leased_until is null or s.leased_until <= now())
              and s.position < (select max(a.number) from public.audit_chain a
                where a.tenant_id = s.tenant_id)
            limit most for update skip locked) c
          where l.tenant_id = c.tenant_id and l.id = c.id
          returning l.tenant_id, l.id;
      end $$`,
    `revoke all on function ${claim} from public`,
    `grant execute on function ${claim} to signet_runtime`,
  ],
}
