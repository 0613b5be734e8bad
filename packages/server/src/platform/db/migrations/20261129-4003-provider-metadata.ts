import type { Migration } from '../migration.ts'

/** Metadata of SAML identity providers that is read again from its URL. */
export const migration: Migration = {
  statements: [
    `alter table identity_providers add column metadata_next_at timestamptz,
      add column metadata_state jsonb`,
    `create function identity_providers_claim(due timestamptz, most integer)
      returns table (tenant_id uuid, id uuid)
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
      begin
        return query update public.identity_providers w
          set metadata_next_at = due + interval '15 minutes'
          from (select p.tenant_id, p.id from public.identity_providers p
            where p.metadata_next_at <= due order by p.metadata_next_at limit most
            for update skip locked) c
          where w.tenant_id = c.tenant_id and w.id = c.id
          returning w.tenant_id, w.id;
      end $$`,
    `revoke all on function identity_providers_claim(timestamptz, integer) from public`,
    `grant execute on function identity_providers_claim(timestamptz, integer) to signet_runtime`,
  ],
}
