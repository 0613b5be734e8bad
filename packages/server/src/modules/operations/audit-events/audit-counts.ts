import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/db/database.ts'
import { listTenantIds } from '../../../platform/db/tenant-ids.ts'
import type { Platform } from '../../../platform/platform.ts'

/** A stretch of the log: from one transaction on, before another. */
interface Stretch {
  readonly first: string
  readonly past: string
}

/** Tells each day of the stretch's people, and those after it, of the day before. */
const linkDays = (tenantId: string, { first, past }: Stretch) => sql`
  update report_people n set previous_at = x.previous_at, previous_quarters = x.previous_quarters
  from (
    select r.person, r.starts_at, b.starts_at as previous_at, b.quarters as previous_quarters
    from (select s.person, min(s.starts_at) as since
        from report_sign_ins(${first}::xid8, ${past}::xid8) s group by s.person) c
      join report_people r on r.tenant_id = ${tenantId}::uuid and r.person = c.person
        and r.starts_at >= c.since
      join lateral (select starts_at, quarters from report_people
        where tenant_id = ${tenantId}::uuid and person = r.person and starts_at < r.starts_at
        order by starts_at desc limit 1) b
        on b.starts_at is distinct from r.previous_at or b.quarters is distinct from r.previous_quarters) x
  where n.tenant_id = ${tenantId}::uuid and n.person = x.person and n.starts_at = x.starts_at`

/**
 * Adds a stretch of the tenant's events to the counts that reports read. The stretch is the one
 * that is being chained, in the same transaction: each event is counted once.
 */
export const countEvents = async (
  db: TenantDb,
  tenantId: string,
  { first, past }: Stretch,
): Promise<void> => {
  await sql`
    insert into report_counts as c (tenant_id, dimension, starts_at, name, outcome, count)
    select ${tenantId}::uuid, r.* from report_events(${first}::xid8, ${past}::xid8) r
    on conflict (tenant_id, dimension, starts_at, name, outcome)
      do update set count = c.count + excluded.count`.execute(db)
  await sql`
    insert into report_people as p (tenant_id, starts_at, person, quarters)
    select ${tenantId}::uuid, r.* from report_sign_ins(${first}::xid8, ${past}::xid8) r
    on conflict (tenant_id, person, starts_at)
      do update set quarters = p.quarters | excluded.quarters`.execute(db)
  await linkDays(tenantId, { first, past }).execute(db)
}

/** Makes the counts of every tenant anew from the events; sign-ins of the erased have no details. */
export const recountEvents = async ({ database }: Platform): Promise<void> => {
  for (const tenantId of await listTenantIds(database.system)) {
    await database.transaction(tenantId, async ({ db }) => {
      // Holds the bound: nothing is chained meanwhile.
      const bound = await sql<{ upto: string }>`select upto::text from audit_bound()`.execute(db)
      await db.deleteFrom('report_counts').where('tenant_id', '=', tenantId).execute()
      await db.deleteFrom('report_people').where('tenant_id', '=', tenantId).execute()
      await countEvents(db, tenantId, { first: '0', past: bound.rows[0]?.upto ?? '0' })
    })
  }
}
