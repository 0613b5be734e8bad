import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/db/database.ts'
import { eventInSight } from '../../identity/groups/index.ts'
import type { Series } from './event-counts.ts'

const quarterMillis = 900_000
const quartersOfDay = 96
const dayMillis = quarterMillis * quartersOfDay

/** Quarters of one day by UTC. */
interface Stretch {
  readonly day: Date
  /** A digit for each quarter of the day: 1 where it counts. */
  readonly quarters: string
}

/** The days that a range touches, with the quarters of each that lie in it. */
const stretchesOf = (from: number, until: number): readonly Stretch[] => {
  const first = Math.floor(from / dayMillis)
  const count = Math.ceil(until / dayMillis) - first
  return Array.from({ length: count }, (_, at) => {
    const day = (first + at) * dayMillis
    const begin = Math.max(0, (from - day) / quarterMillis)
    const end = Math.min(quartersOfDay, (until - day) / quarterMillis)
    const quarters = '1'
      .repeat(end - begin)
      .padStart(end, '0')
      .padEnd(quartersOfDay, '0')
    return { day: new Date(day), quarters }
  })
}

interface Part {
  /** Null for the whole range. */
  readonly bucket: number | null
  /** One day, or two. */
  readonly stretches: readonly Stretch[]
}

/** The whole range, and each of its buckets. */
const partsOf = ({ from, until, bucketMillis }: Series): readonly Part[] => {
  const [begin, end] = [from.getTime(), until.getTime()]
  const count = Math.ceil((end - begin) / bucketMillis)
  const buckets = Array.from({ length: count }, (_, bucket) => {
    const at = begin + bucket * bucketMillis
    return { bucket, stretches: stretchesOf(at, Math.min(end, at + bucketMillis)) }
  })
  return [{ bucket: null, stretches: stretchesOf(begin, end) }, ...buckets]
}

const noQuarters = '0'.repeat(quartersOfDay)
const isDay = (day: Date) => (stretch: Stretch | undefined) =>
  stretch?.day.getTime() === day.getTime()

/** Each day of the range, with the bucket that begins on it and the one that ends on it. */
const daysOf = (parts: readonly Part[]) => {
  const buckets = parts.filter(({ bucket }) => bucket !== null)
  const whole = parts.find(({ bucket }) => bucket === null)?.stretches ?? []
  return whole.map(({ day, quarters }) => {
    const begun = buckets.find(({ stretches }) => isDay(day)(stretches[0]))
    const ended = buckets.find(({ stretches }) => isDay(day)(stretches[1]))
    return {
      day,
      whole: quarters,
      begun: begun?.bucket ?? null,
      begunQuarters: begun?.stretches[0]?.quarters ?? noQuarters,
      ended: ended?.bucket ?? null,
      endedQuarters: ended?.stretches[1]?.quarters ?? noQuarters,
      beforeQuarters: ended?.stretches[0]?.quarters ?? noQuarters,
    }
  })
}

type Day = ReturnType<typeof daysOf>[number]

interface People {
  /** Null for the whole range. */
  readonly bucket: number | null
  readonly users: number
}

const touches = (one: string, other: string) =>
  sql`bit_count(${sql.ref(one)} & ${sql.ref(other)}) > 0`

const masks = (days: readonly Day[], of: (day: Day) => string) => sql`${days.map(of)}::text[]`

/**
 * People by the days on which they came, each row read once: somebody counts where they came first. In
 * a bucket of two days that is the second one for who did not come in its part of the first; in the
 * whole range it is the day before which they last came outside of it.
 * @param first of the whole range
 */
const countDays = (tenantId: string, days: readonly Day[], first: Day | undefined) => sql<People>`
  -- Materialized: digits become bits once a day, not once a row.
  with d as materialized (
    select begun, ended, day, begun_quarters::bit(96), ended_quarters::bit(96),
      before_quarters::bit(96), whole::bit(96)
    from unnest(${days.map(({ begun }) => begun)}::integer[],
      ${days.map(({ ended }) => ended)}::integer[], ${days.map(({ day }) => day)}::timestamptz[],
      ${masks(days, ({ begunQuarters }) => begunQuarters)},
      ${masks(days, ({ endedQuarters }) => endedQuarters)},
      ${masks(days, ({ beforeQuarters }) => beforeQuarters)},
      ${masks(days, ({ whole }) => whole)})
      as u (begun, ended, day, begun_quarters, ended_quarters, before_quarters, whole)),
  edge as materialized (
    select ${first?.day}::timestamptz as day, ${first?.whole}::text::bit(96) as quarters)
  select v.bucket, v.users::integer from (
    select d.begun, d.ended,
      count(*) filter (where ${touches('p.quarters', 'd.begun_quarters')}) as begun_users,
      count(*) filter (where ${touches('p.quarters', 'd.ended_quarters')}
        and not (p.previous_at is not distinct from d.day - interval '24 hours'
          and ${touches('p.previous_quarters', 'd.before_quarters')})) as ended_users,
      count(*) filter (where ${touches('p.quarters', 'd.whole')}
        and (p.previous_at is null or p.previous_at < edge.day
          or p.previous_at = edge.day
            and bit_count(p.previous_quarters & edge.quarters) = 0)) as all_users
    from d cross join edge
      join report_people p on p.tenant_id = ${tenantId}::uuid and p.starts_at = d.day
        -- Tells the planner which part of the table it is.
        and p.starts_at between ${days[0]?.day}::timestamptz and ${days.at(-1)?.day}::timestamptz
    group by d.day, d.begun, d.ended) c,
    lateral (values (c.begun, c.begun_users), (c.ended, c.ended_users), (null::integer, c.all_users))
      as v (bucket, users)`

/** Those whose events of the last second are not counted yet. */
const countRecent = (tenantId: string, parts: readonly Part[]) => {
  const each = parts.flatMap(({ bucket, stretches }) =>
    stretches.map((stretch) => ({ bucket, ...stretch })),
  )
  return sql`
    with part as materialized (
      select bucket, day, quarters::bit(96) as quarters
      from unnest(${each.map(({ bucket }) => bucket)}::integer[],
        ${each.map(({ day }) => day)}::timestamptz[],
        ${each.map(({ quarters }) => quarters)}::text[]) as p (bucket, day, quarters)),
    recent as materialized (select * from report_sign_ins_tail())
    select part.bucket, count(distinct r.person)::integer as users
    from part join recent r on r.starts_at = part.day
    where ${touches('r.quarters', 'part.quarters')} and not exists (
      select from part other join report_people p on p.tenant_id = ${tenantId}::uuid
        and p.person = r.person and p.starts_at = other.day
      where other.bucket is not distinct from part.bucket
        and ${touches('p.quarters', 'other.quarters')})
    group by part.bucket`
}

const summed = (counted: readonly People[]): readonly People[] => {
  const sums = new Map<number | null, number>()
  for (const { bucket, users } of counted) sums.set(bucket, (sums.get(bucket) ?? 0) + users)
  return [...sums].map(([bucket, users]) => ({ bucket, users }))
}

/** Days that are counted at once; more are counted in two statements side by side. */
const daysAtOnce = 7

/**
 * What came a second ago is of the later days: it is looked for with them, in one snapshot, so that
 * nobody counts as stored and as recent.
 */
const countStored = async (db: TenantDb, series: Series): Promise<readonly People[]> => {
  const { tenantId } = series
  const parts = partsOf(series)
  const days = daysOf(parts)
  const half = days.length > daysAtOnce ? Math.floor(days.length / 2) : 0
  const counted = await Promise.all([
    half === 0 ? { rows: [] } : countDays(tenantId, days.slice(0, half), days[0]).execute(db),
    sql<People>`(${countDays(tenantId, days.slice(half), days[0])})
      union all (${countRecent(tenantId, parts)})`.execute(db),
  ])
  return summed(counted.flatMap(({ rows }) => rows))
}

/** Event by event. */
const countSingly = async (db: TenantDb, series: Series): Promise<readonly People[]> => {
  const { tenantId, from, until, groups, bucketMillis } = series
  const seen = groups === null ? sql`true` : eventInSight(tenantId, groups)
  const { rows } = await sql<People>`
    select bucket, count(distinct entity_id)::integer as users from (
      -- Once in each bucket: what is left to be sorted is people, not sign-ins.
      select floor(extract(epoch from e.occurred_at - ${from}::timestamptz) * 1000
        / ${bucketMillis}::float8)::integer as bucket, e.entity_id
      from audit_events e
      where e.tenant_id = ${tenantId}::uuid and e.action = 'AUTHENTICATION'
        and e.outcome = 'SUCCESS' and ${seen}
        and e.occurred_at >= ${from}::timestamptz and e.occurred_at < ${until}::timestamptz
      group by 1, 2) s
    group by grouping sets ((bucket), ())`.execute(db)
  return rows
}

const isDayOfQuarters = ({ from, until, bucketMillis }: Series): boolean =>
  bucketMillis === dayMillis && [from, until].every((time) => time.getTime() % quarterMillis === 0)

/**
 * How many people signed in, in each bucket and in a row without a bucket in the whole range; a bucket
 * in which nobody did may have no row. The groups of people change: who is limited to some is
 * answered from the events.
 */
export const countPeople = (db: TenantDb, series: Series): Promise<readonly People[]> =>
  series.groups === null && isDayOfQuarters(series)
    ? countStored(db, series)
    : countSingly(db, series)
