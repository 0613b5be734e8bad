import { livePassStates } from '@signet/rules/flash-passes'
import { activeStates } from '@signet/rules/print-jobs'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { mostCounted } from '../../../kit/lists.ts'
import type { Position } from '../../../kit/page.ts'
import type { StoredEnrollment } from './enrollments.repository.ts'

/** As many rows of a search, and no more, are put in order and paged through. */
export const mostFound = 1000

export interface KeyCriterion {
  /** Ids of fields; the empty one for barcodes. */
  readonly fields: readonly string[]
  readonly match: 'EQUALS' | 'BEGINS'
  readonly key: string
}

/** Complete without a card, come out or on its way; complete without a pass; with a pass. */
export type RecordFact = 'LACKS_CARD' | 'LACKS_PASS' | 'HAS_PASS'

export interface RecordFilter {
  readonly workflowId: string
  readonly enrollState: StoredEnrollment['enroll_state'] | null
  /** Those of these groups; null for all. */
  readonly groups: readonly string[] | null
  /** Anywhere in the texts, three characters or more; null for any. */
  readonly term: string | null
  readonly keys: readonly KeyCriterion[]
  /** These alone. */
  readonly ids?: readonly string[] | undefined
  /** Those that this holds for at a time. */
  readonly that?: { readonly what: RecordFact; readonly at: Date }
}

interface RecordWindow {
  readonly sortBy: 'modified' | 'title'
  readonly limit: number
  readonly position: Position | null
  readonly backwards: boolean
  readonly counting: boolean
  /** Rows that are passed over, in the place of a position. */
  readonly offset?: number
  /** The id of the field whose picture is shown; null for none. */
  readonly photo: string | null
}

export interface ListedRecord extends Omit<StoredEnrollment, 'search_text'> {
  readonly group_name: string | null
  readonly thumbnail: Buffer | null
  readonly total: number | null
}

const sorts = {
  modified: { column: sql.ref('e.modified_at'), type: sql`timestamptz` },
  title: { column: sql.ref('e.title_key'), type: sql`text` },
} as const

type Condition = RawBuilder<boolean>

const and = (conditions: readonly (Condition | null)[]): Condition =>
  sql<boolean>`${sql.join(
    conditions.filter((each) => each !== null),
    sql` and `,
  )}`

/** No text sorts between these two and has not the prefix (keys compare by code point). */
const keyFits = (alias: string, { fields, match, key }: KeyCriterion): Condition => {
  const [field, value] = [sql.ref(`${alias}.field`), sql.ref(`${alias}.key`)]
  const [only] = fields
  const place =
    fields.length === 1 ? sql`${field} = ${only}` : sql`${field} = any(${[...fields]}::text[])`
  return match === 'EQUALS'
    ? sql<boolean>`${place} and ${value} = ${key}`
    : sql<boolean>`${place} and ${value} >= ${key}::text
        and ${value} < ${key}::text || chr(x'10ffff'::integer)`
}

const pattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`

const noCard = (tenantId: string): Condition =>
  sql<boolean>`e.enroll_state = 'ENROLLED' and not exists (select from print_jobs j
    where j.tenant_id = ${tenantId}::uuid and j.issuance_id = e.id
    and j.queue_state in (${sql.join(['COMPLETED', ...activeStates])}))`

const hasPass = (tenantId: string, at: Date): Condition =>
  sql<boolean>`exists (select from flash_passes p
    where p.tenant_id = ${tenantId}::uuid and p.enrollment_id = e.id
    and p.state in (${sql.join(livePassStates)}) and (p.ends_at is null or p.ends_at > ${at}))`

const noPass = (tenantId: string, at: Date): Condition =>
  sql<boolean>`e.enroll_state = 'ENROLLED' and not ${hasPass(tenantId, at)}`

const facts = { LACKS_CARD: noCard, LACKS_PASS: noPass, HAS_PASS: hasPass } as const

/** What a function of the database does not look at. */
const beside = (tenantId: string, { ids, that }: RecordFilter): (Condition | null)[] => [
  ids === undefined ? null : sql<boolean>`e.id = any(${[...ids]}::uuid[])`,
  that === undefined ? null : facts[that.what](tenantId, that.at),
]

const standing = (tenantId: string, filter: RecordFilter): (Condition | null)[] => {
  const { enrollState, groups } = filter
  return [
    enrollState === null ? null : sql<boolean>`e.enroll_state = ${enrollState}`,
    groups === null ? null : sql<boolean>`e.group_id = any(${[...groups]}::uuid[])`,
    ...beside(tenantId, filter),
  ]
}

const alsoHas = (tenantId: string, filter: RecordFilter, each: KeyCriterion): Condition =>
  sql<boolean>`exists (select from enrollment_keys o where o.tenant_id = ${tenantId}::uuid
    and o.workflow_id = ${filter.workflowId}::uuid and ${keyFits('o', each)}
    and o.enrollment_id = e.id)`

/** What leaves the fewest comes first: equality, then the longest beginning. */
const byPrecision = (a: KeyCriterion, b: KeyCriterion): number =>
  Number(b.match === 'EQUALS') - Number(a.match === 'EQUALS') || b.key.length - a.key.length

const foundByTerm = (tenantId: string, filter: RecordFilter): RawBuilder<unknown> => {
  const { workflowId, term, groups, enrollState } = filter
  const further = and([sql<boolean>`true`, ...beside(tenantId, filter)])
  return sql`select e.id, e.modified_at, e.title_key
    from search_enrollments(${workflowId}::uuid, ${term}, ${groups === null ? null : [...groups]}::uuid[],
      ${enrollState}, ${mostFound + 1}) s
    join enrollments e on e.tenant_id = ${tenantId}::uuid and e.id = s.id where ${further}`
}

const onward = ({ position, sortBy, backwards }: RecordWindow): Condition | null => {
  if (position === null) return null
  const [key, id] = position.after
  const operator = sql.raw(backwards ? '<' : '>')
  const { column, type } = sorts[sortBy]
  return sql<boolean>`(${column}, e.id) ${operator} (${key}::${type}, ${id}::uuid)`
}

const inOrder = ({ sortBy, backwards }: RecordWindow): RawBuilder<unknown> => {
  const direction = sql.raw(backwards ? 'desc' : 'asc')
  return sql`order by ${sorts[sortBy].column} ${direction}, e.id ${direction}`
}

/**
 * Each field is looked at along its own part of the index, and no further than is shown. Those
 * that something is done with come in the order of their parts, so that no part misses any.
 */
const foundByKeys = (
  tenantId: string,
  filter: RecordFilter,
  window: RecordWindow,
): RawBuilder<unknown> => {
  const [first, ...others] = filter.keys.toSorted(byPrecision)
  if (first === undefined) throw new Error('a search by nothing')
  const further = [
    ...standing(tenantId, filter),
    ...others.map((each) => alsoHas(tenantId, filter, each)),
    filter.term === null ? null : sql<boolean>`e.search_text like ${pattern(filter.term)}`,
  ]
  const inParts = filter.that !== undefined
  const parts = first.fields.map((field) => {
    const conditions = and([
      sql<boolean>`k.tenant_id = ${tenantId}::uuid and k.workflow_id = ${filter.workflowId}::uuid`,
      keyFits('k', { ...first, fields: [field] }),
      ...further,
      inParts ? onward(window) : null,
    ])
    return sql`(select e.id, e.modified_at, e.title_key from enrollment_keys k
      join enrollments e on e.tenant_id = k.tenant_id and e.id = k.enrollment_id
      where ${conditions} ${inParts ? inOrder(window) : sql`order by k.key, k.enrollment_id`}
      limit ${mostFound + 1})`
  })
  return sql`select * from (${sql.join(parts, sql` union `)}) e
    ${inParts ? inOrder(window) : sql``} limit ${mostFound + 1}`
}

const found = (
  tenantId: string,
  filter: RecordFilter,
  window: RecordWindow,
): RawBuilder<unknown> =>
  filter.keys.length > 0 ? foundByKeys(tenantId, filter, window) : foundByTerm(tenantId, filter)

const ofList = (tenantId: string, filter: RecordFilter): Condition =>
  and([
    sql<boolean>`e.tenant_id = ${tenantId}::uuid and e.workflow_id = ${filter.workflowId}::uuid`,
    ...standing(tenantId, filter),
  ])

/** The ids of a page with the total, in their order. */
const pageIds = (tenantId: string, filter: RecordFilter, window: RecordWindow) => {
  const { counting, limit, offset = 0 } = window
  if (filter.term === null && filter.keys.length === 0) {
    const whole = ofList(tenantId, filter)
    const total = counting
      ? sql`(select count(*) from (select from enrollments e where ${whole} limit ${mostCounted + 1}) c)`
      : sql`null::bigint`
    return sql`select e.id, ${total} as total from enrollments e
      where ${and([whole, onward(window)])} ${inOrder(window)} limit ${limit + 1} offset ${offset}`
  }
  const next = onward(window)
  return sql`select e.id, (select count(*) from found) as total from found e
    ${next === null ? sql`` : sql`where ${next}`} ${inOrder(window)} limit ${limit + 1} offset ${offset}`
}

/** One page in one statement; a search looks at a thousand records at most. */
export const listRecords = async (
  { db, tenant }: Context,
  filter: RecordFilter,
  window: RecordWindow,
): Promise<readonly ListedRecord[]> => {
  const isSearch = filter.term !== null || filter.keys.length > 0
  const searched = isSearch
    ? sql`found as materialized (${found(tenant.id, filter, window)}),`
    : sql``
  const { rows } = await sql<ListedRecord>`
    with ${searched} page as materialized (${pageIds(tenant.id, filter, window)})
    select e.id, e.workflow_id, e.group_id, e.title, e.title_key,
      e.enroll_state, e.encode_state, e.state, e.content, e.version, e.created_at, e.created_by,
      e.modified_at, e.modified_by, g.name as group_name, p.thumbnail, page.total
    from page
    join enrollments e on e.tenant_id = ${tenant.id}::uuid and e.id = page.id
    left join groups g on g.tenant_id = ${tenant.id}::uuid and g.id = e.group_id
    left join enrollment_pictures p on p.tenant_id = ${tenant.id}::uuid
      and p.enrollment_id = e.id and p.field = ${window.photo}
    ${inOrder(window)}`.execute(db)
  return rows
}

/** Up to one more than is counted. */
export const countRecords = async (
  { db, tenant }: Context,
  filter: RecordFilter,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) from (
    select from enrollments e where ${ofList(tenant.id, filter)} limit ${mostCounted + 1}) c`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

interface RecordsOfWorkflow {
  readonly id: string
  readonly count: number
  readonly modified_at: Date | null
}

/** How many each design has, up to one more than is counted, and when one was last changed. */
export const countByWorkflow = async (
  { db, tenant }: Context,
  workflowIds: readonly string[],
  groups: readonly string[] | null,
): Promise<readonly RecordsOfWorkflow[]> => {
  const inSight = groups === null ? sql`true` : sql`e.group_id = any(${[...groups]}::uuid[])`
  const { rows } = await sql<RecordsOfWorkflow>`
    select w.id, c.count, l.modified_at from unnest(${[...workflowIds]}::uuid[]) w (id)
    cross join lateral (select count(*) from (select from enrollments e
      where e.tenant_id = ${tenant.id}::uuid and e.workflow_id = w.id and ${inSight}
      limit ${mostCounted + 1}) s) c
    left join lateral (select e.modified_at from enrollments e
      where e.tenant_id = ${tenant.id}::uuid and e.workflow_id = w.id and ${inSight}
      order by e.modified_at desc limit 1) l on true`.execute(db)
  return rows
}
