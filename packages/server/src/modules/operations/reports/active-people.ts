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

/** The whole range, which has no number, and each of its buckets: of one day, or of two. */
const partsOf = ({ from, until, bucketMillis }: Series) => {
  const [begin, end] = [from.getTime(), until.getTime()]
  const count = Math.ceil((end - begin) / bucketMillis)
  const buckets = Array.from({ length: count }, (_, bucket) => {
    const at = begin + bucket * bucketMillis
    return { bucket, stretches: stretchesOf(at, Math.min(end, at + bucketMillis)) }
  })
  return [{ bucket: null, stretches: stretchesOf(begin, end) }, ...buckets].flatMap(
    ({ bucket, stretches }) =>
      stretches.map((stretch, at) => ({
        bucket,
        ...stretch,
        before: bucket === null ? stretches[0] : stretches[at - 1],
      })),
  )
}

interface People {
  /** Null for the whole range. */
  readonly bucket: number | null
  readonly users: number
}

const touches = (one: string, other: string) =>
  sql`bit_count(${sql.ref(one)} & ${sql.ref(other)}) > 0`

/**
 * By the days on which people came, in one walk: somebody counts where they came first. In a bucket of
 * two days that is the second one for who did not come in its part of the first; in the whole range
 * it is the day before which they last came outside of it. Events of the last second are told apart.
 */
const countStored = async (db: TenantDb, series: Series): Promise<readonly People[]> => {
  const parts = partsOf(series)
  const { rows } = await sql<People>`
    with part as materialized (
      select bucket, day, quarters::bit(96) as quarters, before_at, before_quarters::bit(96)
      from unnest(${parts.map(({ bucket }) => bucket)}::integer[],
        ${parts.map(({ day }) => day)}::timestamptz[],
        ${parts.map(({ quarters }) => quarters)}::text[],
        ${parts.map(({ before }) => before?.day ?? null)}::timestamptz[],
        ${parts.map(({ before }) => before?.quarters ?? null)}::text[])
        as p (bucket, day, quarters, before_at, before_quarters)),
    recent as materialized (select * from report_sign_ins_tail())
    select bucket, sum(users)::integer as users from (
      select part.bucket, count(*) as users
      from part join report_people p
        on p.tenant_id = ${series.tenantId}::uuid and p.starts_at = part.day
      where ${touches('p.quarters', 'part.quarters')}
        and (p.previous_at is null or part.before_at is null or p.previous_at < part.before_at
          or p.previous_at = part.before_at
            and not ${touches('p.previous_quarters', 'part.before_quarters')})
      group by part.bucket
      union all
      select part.bucket, count(distinct r.person)
      from part join recent r on r.starts_at = part.day
      where ${touches('r.quarters', 'part.quarters')} and not exists (
        select from part other join report_people p on p.tenant_id = ${series.tenantId}::uuid
          and p.person = r.person and p.starts_at = other.day
        where other.bucket is not distinct from part.bucket
          and ${touches('p.quarters', 'other.quarters')})
      group by part.bucket) counted
    group by bucket`.execute(db)
  return rows
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
