import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { ReportCountRow } from '../../../platform/db/schema/report-counts.ts'
import { eventInSight } from '../../identity/groups/index.ts'

export interface TimeRange {
  readonly tenantId: string
  /** People in these groups, and events about them; null for all. */
  readonly groups: readonly string[] | null
  readonly from: Date
  readonly until: Date
}

export interface Series extends TimeRange {
  readonly bucketMillis: number
}

/** What is counted, and where of it one name alone. */
interface Counted {
  readonly dimension: ReportCountRow['dimension']
  readonly name?: string
}

/** The counts stand by quarter of an hour. */
const quarterMillis = 900_000
const signIn = 'AUTHENTICATION'

const between = (column: string, { from, until }: Pick<TimeRange, 'from' | 'until'>) =>
  sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz`

const named = ({ name }: Counted) => (name === undefined ? sql`true` : sql`name = ${name}::text`)

/** The events themselves, one by one. */
const single = (counted: Counted, range: TimeRange): RawBuilder<unknown> => {
  const { tenantId, groups } = range
  const seen = groups === null ? sql`true` : eventInSight(tenantId, groups)
  const wanted = sql`e.tenant_id = ${tenantId}::uuid and ${between('e.occurred_at', range)} and ${seen}`
  const attributes = sql`audit_events e join audit_details d on d.tenant_id = ${tenantId}::uuid
    and d.occurred_at = e.occurred_at and d.event_id = e.id,
    lateral (select d.detail::jsonb -> 'attributes' as said) s`
  if (counted.dimension === 'APPLICATION') {
    return sql`select e.occurred_at as at, coalesce(said ->> 'application', '') as name, e.outcome,
        1::bigint as count
      from ${attributes} where ${wanted} and e.action = ${signIn} and said ? 'application'`
  }
  if (counted.dimension === 'COUNTRY') {
    return sql`select e.occurred_at as at, d.country as name, e.outcome, 1::bigint as count
      from audit_events e join audit_details d on d.tenant_id = ${tenantId}::uuid
        and d.occurred_at = e.occurred_at and d.event_id = e.id
      where ${wanted} and e.action = ${signIn} and d.country is not null`
  }
  if (counted.dimension === 'AUTHENTICATOR') {
    return sql`select e.occurred_at as at, each.name, e.outcome, 1::bigint as count
      from ${attributes}, lateral jsonb_array_elements_text(case when said ? 'authenticators'
        then said -> 'authenticators' else jsonb_build_array(said -> 'authenticator') end)
        as each (name)
      where ${wanted} and e.action = ${signIn} and each.name is not null`
  }
  const action = counted.name === undefined ? sql`true` : sql`e.action = ${counted.name}::text`
  return sql`select e.occurred_at as at, e.action as name, e.outcome, 1::bigint as count
    from audit_events e where ${wanted} and ${action}`
}

/** Whole quarters: what is counted already, and the events of the last second. */
const stored = (counted: Counted, range: TimeRange): RawBuilder<unknown> => {
  const wanted = sql`dimension = ${counted.dimension}::text and ${between('starts_at', range)} and ${named(counted)}`
  return sql`select starts_at as at, name, outcome, count from report_counts
    where tenant_id = ${range.tenantId}::uuid and ${wanted}
    union all select starts_at as at, name, outcome, count from report_tail() where ${wanted}`
}

const isSeries = (range: TimeRange | Series): range is Series => 'bucketMillis' in range

/** Counts by time, name and outcome: several rows for one may follow each other. */
const source = (counted: Counted, range: TimeRange | Series): RawBuilder<unknown> => {
  const [from, until] = [range.from.getTime(), range.until.getTime()]
  const first = new Date(Math.ceil(from / quarterMillis) * quarterMillis)
  const past = new Date(Math.floor(until / quarterMillis) * quarterMillis)
  const isOffset = isSeries(range) && first.getTime() !== from
  // The groups of people change, counts do not tell whom they are of.
  if (range.groups !== null || isOffset || first >= past) return single(counted, range)
  const edges = [
    { ...range, until: first },
    { ...range, from: past },
  ].filter((edge) => edge.from < edge.until)
  const parts = edges.map((edge) => single(counted, edge))
  return sql.join(
    [stored(counted, { ...range, from: first, until: past }), ...parts],
    sql` union all `,
  )
}

const sumOf = (outcome: ReportCountRow['outcome']) =>
  sql`coalesce(sum(count) filter (where outcome = ${outcome}), 0)::integer`

const outcomeSums = sql`${sumOf('SUCCESS')} as success, ${sumOf('FAILURE')} as failure,
  ${sumOf('DENIED')} as denied`

interface OutcomeCounts {
  readonly success: number
  readonly failure: number
  readonly denied: number
}

/** Number of the bucket that a time falls into, counted from the range's beginning. */
const bucketOf = ({ from, bucketMillis }: Series) =>
  sql`floor(extract(epoch from at - ${from}::timestamptz) * 1000 / ${bucketMillis}::float8)::integer`

/** By bucket; a bucket without an event has no row. */
export const countByBucket = async (
  db: TenantDb,
  counted: Counted,
  series: Series,
): Promise<readonly (OutcomeCounts & { readonly bucket: number })[]> => {
  const { rows } = await sql<OutcomeCounts & { bucket: number }>`
    select ${bucketOf(series)} as bucket, ${outcomeSums}
    from (${source(counted, series)}) c group by 1`.execute(db)
  return rows
}

/** By name, the most frequent first. */
export const countByName = async (
  db: TenantDb,
  counted: Counted,
  range: TimeRange,
): Promise<readonly (OutcomeCounts & { readonly name: string })[]> => {
  const { rows } = await sql<OutcomeCounts & { name: string }>`
    select name, ${outcomeSums} from (${source(counted, range)}) c
    group by name order by sum(count) desc, name`.execute(db)
  return rows
}

/** How many names, the empty one left out, there are in each bucket, and in a row without a bucket in the whole range. */
export const countNames = async (db: TenantDb, counted: Counted, series: Series) => {
  const { rows } = await sql<{ bucket: number | null; names: number }>`
    select bucket, count(distinct name)::integer as names
    from (select ${bucketOf(series)} as bucket, name from (${source(counted, series)}) c where name <> '') b
    group by grouping sets ((bucket), ())`.execute(db)
  return rows
}
