import type { Migration } from '../migration.ts'

/**
 * Cards are held one by one: who holds a print holds the cards that they see, and nobody else's.
 * Columns that nobody read are gone.
 */
export const migration: Migration = {
  statements: [
    `alter table print_jobs add column held boolean not null default false`,
    `update print_jobs j set held = true from print_batches b
      where b.tenant_id = j.tenant_id and b.id = j.batch_id and b.held_from <= j.position
      and j.queue_state in ('QUEUED', 'WAIT_FOR_PRINTER') and j.sent = 'NO'`,
    `alter table print_batches drop column held_from`,
    `create or replace function printer_lanes_claim(lease uuid, due timestamptz, most integer)
      returns table (tenant_id uuid, printer_id uuid)
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
      begin
        return query update public.printer_lanes l
          set lease_id = lease, leased_until = now() + interval '1 minute', due_at = null
          from (select p.tenant_id, p.printer_id from public.printer_lanes p
            where p.leased_until is null and p.due_at <= due or p.leased_until <= now()
            order by p.due_at nulls first limit most for update skip locked) c
          where l.tenant_id = c.tenant_id and l.printer_id = c.printer_id
          returning l.tenant_id, l.printer_id;
      end $$`,
    `alter table printer_lanes drop column fence`,
    `alter table enrollments drop column workflow_version`,
    `alter table enrollment_reservations drop column reserved_by`,
    `update print_jobs j set title = '', reprint_note = null where j.kind = 'CARD' and not exists (
      select from enrollments e where e.tenant_id = j.tenant_id and e.id = j.issuance_id)`,
  ],
}
