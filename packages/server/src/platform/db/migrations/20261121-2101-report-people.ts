import { type Migration, tenantTable } from '../migration.ts'

const columns = `table (starts_at timestamptz, person text, quarters bit)`

/** A function of the owner that reads the tenant of the transaction, for the runtime role alone. */
const ofTenant = (signature: string): readonly string[] => [
  `revoke all on function ${signature} from public`,
  `grant execute on function ${signature} to signet_runtime`,
]

/**
 * Who signed in on which day (UTC), and in which quarters of an hour of it: a day that begins at
 * any time zone's midnight is made of the quarters of two. Sequenced events stand in the table; the
 * others are read when asked.
 */
export const migration: Migration = {
  statements: [
    `create table report_people (
      tenant_id uuid not null references tenants,
      starts_at timestamptz not null,
      person text collate "C" not null,
      quarters bit(96) not null,
      primary key (tenant_id, starts_at, person)
    )`,
    ...tenantTable('report_people'),
    `create function report_sign_ins(first xid8, past xid8) returns ${columns}
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      begin
        return query execute '
          select date_bin(interval ''1 day'', e.occurred_at, timestamptz ''2000-01-01 00:00Z''), e.entity_id,
            bit_or(set_bit(repeat(''0'', 96)::bit(96), (extract(epoch from e.occurred_at)::bigint % 86400 / 900)::integer, 1))
          from public.audit_events e
          where e.xid >= $1 and e.xid < $2 and e.tenant_id = $3
            and e.action = ''AUTHENTICATION'' and e.outcome = ''SUCCESS''
          group by 1, 2'
          using first, past, nullif(current_setting('app.tenant', true), '')::uuid;
      end $$`,
    ...ofTenant('report_sign_ins(xid8, xid8)'),
    // What the sequencer has not reached: its bound and its rows are of one snapshot.
    `create function report_sign_ins_tail() returns ${columns}
      language plpgsql security definer set search_path = pg_catalog, public, pg_temp stable as $$
      begin
        return query select r.* from public.report_sign_ins(
          (select s.upto from public.audit_sequencer s), '18446744073709551615') r;
      end $$`,
    ...ofTenant('report_sign_ins_tail()'),
    `do $$
      declare each uuid;
      begin
        for each in select tenant_id from tenants loop
          perform set_config('app.tenant', each::text, true);
          insert into report_people select each, r.*
            from report_sign_ins('0', (select upto from audit_sequencer)) r;
        end loop;
        perform set_config('app.tenant', '', true);
      end $$`,
  ],
}
