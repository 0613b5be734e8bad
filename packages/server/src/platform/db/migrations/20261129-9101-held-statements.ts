import { type Migration, tenantTable } from '../migration.ts'

/** Held statements are checked again and again: a row for each tenant that holds one. */
export const migration: Migration = {
  statements: [
    `create table held_statement_watches (
      tenant_id uuid primary key references tenants,
      due_at timestamptz not null,
      broken_at timestamptz
    )`,
    ...tenantTable('held_statement_watches'),
    `insert into held_statement_watches (tenant_id, due_at)
      select tenant_id, now() from settings where family = 'heldstatements'
        and value ->> 'administratorsPhishingResistant' = 'true'`,
    `create index held_statement_watches_due on held_statement_watches (due_at)`,
    `create function held_statement_watches_claim(due timestamptz, most integer)
      returns table (tenant_id uuid)
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
      begin
        return query update public.held_statement_watches w
          set due_at = due + interval '10 minutes'
          from (select p.tenant_id from public.held_statement_watches p
            where p.due_at <= due order by p.due_at limit most for update skip locked) c
          where w.tenant_id = c.tenant_id
          returning w.tenant_id;
      end $$`,
    `revoke all on function held_statement_watches_claim(timestamptz, integer) from public`,
    `grant execute on function held_statement_watches_claim(timestamptz, integer)
      to signet_runtime`,
  ],
}
