import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/db/database.ts'

export interface TimeRange {
  readonly tenantId: string
  readonly from: Date
  readonly until: Date
}

export interface Series extends TimeRange {
  readonly bucketMillis: number
}

const signIn = 'AUTHENTICATION'
const mostFailing = 10

const events = (db: TenantDb, { tenantId, from, until }: TimeRange) =>
  db
    .selectFrom('audit_events as e')
    .where('e.tenant_id', '=', tenantId)
    .where('e.occurred_at', '>=', from)
    .where('e.occurred_at', '<', until)

/** Number of the bucket that an event falls into, counted from the range's beginning. */
const bucketOf = ({ from, bucketMillis }: Series) =>
  sql<number>`floor(extract(epoch from e.occurred_at - ${from}::timestamptz) * 1000 / ${bucketMillis}::float8)::integer`

const counted = (outcome: 'SUCCESS' | 'FAILURE' | 'DENIED') =>
  sql<number>`(count(*) filter (where e.outcome = ${outcome}))::integer`

export const countSignIns = (db: TenantDb, series: Series) =>
  events(db, series)
    .where('e.action', '=', signIn)
    .select([
      bucketOf(series).as('bucket'),
      counted('SUCCESS').as('success'),
      counted('FAILURE').as('failure'),
      counted('DENIED').as('denied'),
    ])
    .groupBy('bucket')
    .execute()

/** A row for each bucket, and one without a bucket for the whole range. */
export const countSignedIn = (db: TenantDb, series: Series) =>
  db
    .selectFrom(
      events(db, series)
        .where('e.action', '=', signIn)
        .where('e.outcome', '=', 'SUCCESS')
        .select([bucketOf(series).as('bucket'), 'e.entity_id'])
        .as('s'),
    )
    .select([
      sql<number | null>`s.bucket`.as('bucket'),
      sql<number>`count(distinct s.entity_id)::integer`.as('users'),
    ])
    .groupBy(sql`grouping sets ((s.bucket), ())`)
    .execute()

export const listFailing = (db: TenantDb, range: TimeRange) =>
  events(db, range)
    .leftJoin('audit_details as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'e.tenant_id')
        .onRef('d.occurred_at', '=', 'e.occurred_at')
        .onRef('d.event_id', '=', 'e.id'),
    )
    .where('e.action', '=', signIn)
    .where('e.outcome', 'in', ['FAILURE', 'DENIED'])
    .select([
      'e.entity_id',
      sql<string>`coalesce(max(d.entity_name), '')`.as('name'),
      sql<number>`count(*)::integer`.as('count'),
      sql<Date>`max(e.occurred_at)`.as('last'),
    ])
    .groupBy('e.entity_id')
    .orderBy('count', 'desc')
    .orderBy('last', 'desc')
    .limit(mostFailing)
    .execute()

export const countActions = (db: TenantDb, range: TimeRange) =>
  events(db, range)
    .select([
      'e.action',
      counted('SUCCESS').as('success'),
      counted('FAILURE').as('failure'),
      counted('DENIED').as('denied'),
    ])
    .groupBy('e.action')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('e.action')
    .execute()

/** Each count reads an index of its own: states but ACTIVE, locks and creation have theirs. */
export const countUsers = async (db: TenantDb, { tenantId, from, until }: TimeRange) => {
  const { rows } = await sql<
    Record<'total' | 'inactive' | 'registering' | 'locked' | 'created', number>
  >`
    select
      (select count(*) from users where tenant_id = ${tenantId})::integer as total,
      (select count(*) from users where tenant_id = ${tenantId} and state = 'INACTIVE')::integer as inactive,
      (select count(*) from users where tenant_id = ${tenantId} and state = 'REGISTERING')::integer as registering,
      (select count(*) from users where tenant_id = ${tenantId} and locked)::integer as locked,
      (select count(*) from users where tenant_id = ${tenantId} and created_at >= ${from} and created_at < ${until})::integer as created
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a count answered no row')
  return row
}
