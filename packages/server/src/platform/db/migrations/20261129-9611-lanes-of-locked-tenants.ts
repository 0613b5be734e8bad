import type { Migration } from '../migration.ts'

/** Work of a locked or terminated tenant waits: a lease on it would only keep a place from others. */
const served = (tenantId: string): string =>
  `exists (select from public.tenants t
    where t.tenant_id = ${tenantId} and not t.locked and not t.terminated)`

const webhooks = `
  create or replace function webhook_lanes_claim(
    lease uuid, due timestamptz, slow_ones boolean, most integer)
  returns table (tenant_id uuid, webhook_id uuid)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    return query update public.webhook_lanes l
      set lease_id = lease, leased_until = now() + interval '1 minute', due_at = null
      from (select w.tenant_id, w.webhook_id from public.webhook_lanes w
        where w.slow = slow_ones
          and (w.paused_until is null or w.paused_until <= due)
          and (w.leased_until is null and w.due_at <= due or w.leased_until <= now())
          and ${served('w.tenant_id')}
        order by w.due_at nulls first limit most for update of w skip locked) c
      where l.tenant_id = c.tenant_id and l.webhook_id = c.webhook_id
      returning l.tenant_id, l.webhook_id;
  end $$`

const printers = `
  create or replace function printer_lanes_claim(lease uuid, due timestamptz, most integer)
  returns table (tenant_id uuid, printer_id uuid)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    return query update public.printer_lanes l
      set lease_id = lease, leased_until = now() + interval '1 minute', due_at = null
      from (select p.tenant_id, p.printer_id from public.printer_lanes p
        where (p.leased_until is null and p.due_at <= due or p.leased_until <= now())
          and ${served('p.tenant_id')}
        order by p.due_at nulls first limit most for update of p skip locked) c
      where l.tenant_id = c.tenant_id and l.printer_id = c.printer_id
      returning l.tenant_id, l.printer_id;
  end $$`

const collectors = `
  create or replace function syslog_claim(lease uuid, due timestamptz, most integer)
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
          and ${served('s.tenant_id')}
        limit most for update of s skip locked) c
      where l.tenant_id = c.tenant_id and l.id = c.id
      returning l.tenant_id, l.id;
  end $$`

export const migration: Migration = { statements: [webhooks, printers, collectors] }
