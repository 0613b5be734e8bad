import { foldName } from '@signet/rules/text'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TenantDb } from '../platform/db/database.ts'
import { plannedRows } from '../platform/db/planned-rows.ts'
import type { Context } from './context.ts'
import { type Position, pageOf, positionOf } from './page.ts'

/** Rows counted to give a total; beyond it totals are estimates. */
export const mostCounted = 10_000

/** Three characters make a trigram; fewer are looked for at the beginning only. */
const shortestTerm = 3

export interface Total {
  readonly count: number
  readonly estimated: boolean
}

interface Paged {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly sortBy?: string | undefined
  readonly descending?: boolean | undefined
  readonly search?: string | undefined
}

export interface Window {
  readonly limit: number
  readonly position: Position | null
  /** The order in which rows are read; an earlier page is read the other way round. */
  readonly backwards: boolean
}

interface Reading<Row> {
  /** Up to limit + 1, in the order read. */
  readonly rows: readonly Row[]
  readonly total: Total
}

interface PageSource<Row> {
  /** Names the list in cursors, beside its order and its filters. */
  readonly name: string
  /** The order when the caller names none. */
  readonly descending?: boolean | undefined
  readonly read: (window: Window) => Promise<Reading<Row>>
  readonly edge: (row: Row, total: Total) => Position['after']
}

/** A page of a list that is read in its own way. @throws invalid_parameters for a cursor of another */
export const readPage = async <Row>(ctx: Context, wanted: Paged, source: PageSource<Row>) => {
  const { limit, cursor, sortBy, descending, ...filter } = wanted
  const named = [source.name, sortBy, descending, JSON.stringify(filter)]
  const list = named.filter((part) => part !== undefined).join(' ')
  const position = positionOf(ctx, list, cursor)
  const isDescending = descending ?? source.descending ?? false
  const backwards = isDescending !== (position?.direction === 'prev')
  const { rows, total } = await source.read({ limit, position, backwards })
  return pageOf(ctx, {
    list,
    limit,
    position,
    rows,
    edge: (row) => source.edge(row, total),
    total,
  })
}

/** How many rows there are, counted up to 10,000; of more, the planner's idea. */
export const countOf = async (db: TenantDb, rows: Expression<unknown>): Promise<Total> => {
  const counted = await sql<{ count: number }>`select count(*)::integer as count
    from (select from (${rows}) q limit ${sql.lit(mostCounted + 1)}) counted`.execute(db)
  const count = counted.rows[0]?.count ?? 0
  if (count <= mostCounted) return { count, estimated: false }
  return { count: Math.max(await plannedRows(db, rows), count), estimated: true }
}

/** Whether a column begins with a text: no text sorts between the two bounds without beginning so. */
export const beginsWith = (column: RawBuilder<unknown>, prefix: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${column} >= ${prefix}::text
    and ${column} < ${prefix}::text || chr(x'10ffff'::integer))`

/** A search term as it is compared: short ones as a prefix, longer ones found anywhere. */
export const searchOf = (search: string | undefined) => {
  const text = search === undefined ? null : foldName(search)
  const isShort = text !== null && [...text].length < shortestTerm
  return { prefix: isShort ? text : null, term: isShort ? null : text }
}

type Key<Row> = readonly [keyof Row & string, 'text' | 'uuid' | 'integer' | 'timestamptz']

interface List<Wanted, Row, Shown> {
  /** Names the list in cursors, beside its order and its filters. */
  readonly name: string
  /** The columns that sort the rows, with their types; together they are unique. */
  readonly keys: readonly [Key<Row>, ...Key<Row>[]]
  /** The order when the caller names none. */
  readonly descending?: boolean
  /** The rows that match, in no order; where there is `search`, whatever is searched for. */
  readonly rows: (ctx: Context, wanted: Wanted) => Expression<Row>
  /**
   * Calls the function of the database that finds a text anywhere: ids and the number of matches.
   * `page` is its first arguments: the text, whether backwards, the edge's two keys, the limit.
   */
  readonly search?: (ctx: Context, wanted: Wanted, page: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly present: (ctx: Context, rows: readonly Row[]) => Shown[] | Promise<Shown[]>
}

type Counted<Row> = Row & { readonly total: number }

const ref = (column: string): RawBuilder<unknown> => sql.ref(`q.${column}`)

const beyond = (keys: readonly (readonly [string, string])[], { position, backwards }: Window) => {
  if (position === null) return sql`true`
  const columns = keys.map(([column]) => ref(column))
  const edge = keys.map(([, type], at) => sql`${position.after[at]}::${sql.raw(type)}`)
  return sql`(${sql.join(columns)}) ${sql.raw(backwards ? '<' : '>')} (${sql.join(edge)})`
}

interface Order<Row> {
  readonly keys: List<never, Row, unknown>['keys']
  readonly prefix: string | null
}

/** Limits are written out, since plans are made without looking at parameters. */
const inOrder = <Row>(rows: Expression<Row>, { keys, prefix }: Order<Row>, window: Window) => {
  const direction = sql.raw(window.backwards ? 'desc' : 'asc')
  const order = keys.map(([column]) => sql`${ref(column)} ${direction}`)
  const begins = prefix === null ? sql`true` : beginsWith(ref(keys[0][0]), prefix)
  const matching = sql`(${rows}) q where ${begins}`
  return sql<Counted<Row>>`
    select q.*, (select count(*)::integer from
      (select from ${matching} limit ${sql.lit(mostCounted + 1)}) counted) as total
    from ${matching} and ${beyond(keys, window)}
    order by ${sql.join(order)} limit ${sql.lit(window.limit + 1)}`
}

const firstArguments = (term: string, { position, backwards, limit }: Window) => {
  const [key = null, id = null] = position?.after ?? []
  return sql`${term}, ${backwards}, ${key}, ${id}::uuid, ${limit + 1}::integer`
}

const inPlace = <Row>(rows: Expression<Row>, found: RawBuilder<unknown>) => sql<Counted<Row>>`
  select q.*, p.matches::integer as total from (${rows}) q
    join (select * from ${found} with ordinality as page (id, matches, place)) p on p.id = q.id
  order by p.place`

const edgeValue = (value: unknown): string | number => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'number' ? value : String(value)
}

/** A list that is paged along its keys, one statement a page. */
export const keysetList =
  <Wanted extends Paged, Row, Shown>({ keys, search, ...list }: List<Wanted, Row, Shown>) =>
  async (ctx: Context, wanted: Wanted) => {
    const { prefix, term } = searchOf(search && wanted.search)
    const matching = list.rows(ctx, wanted)
    const query = (window: Window) =>
      term === null || search === undefined
        ? inOrder(matching, { keys, prefix }, window)
        : inPlace(matching, search(ctx, wanted, firstArguments(term, window)))
    const read = async (window: Window): Promise<Reading<Counted<Row>>> => {
      const { rows } = await query(window).execute(ctx.db)
      const [first] = rows
      if (first === undefined && window.position !== null) {
        // Rows beyond the edge have gone: only a first row tells how many there are.
        const { total } = await read({ ...window, position: null, limit: 0 })
        return { rows, total }
      }
      const count = first?.total ?? 0
      const shown = term === null ? Math.min(count, mostCounted) : count
      return { rows, total: { count: shown, estimated: count > mostCounted } }
    }
    const edge = (row: Row) => keys.map(([column]) => edgeValue(row[column]))
    const { name, descending } = list
    const page = await readPage(ctx, wanted, { name, descending, read, edge })
    return { ...page, results: await list.present(ctx, page.results) }
  }
