import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { TenantDb } from './database.ts'
import type { Tables } from './schema.ts'

/*
 * Writes to tables whose rows have an id. They take sets, in a statement each: a row alone is a set of
 * one. Values are given as they are read: times, bytes and JSON too.
 */

type Table = {
  [T in keyof Tables]: Tables[T] extends { tenant_id: string; id: string } ? T : never
}[keyof Tables]

/** Those that count the changes of a row. */
type VersionedTable = {
  [T in Table]: Tables[T] extends { version: unknown } ? T : never
}[Table]

/** Those whose rows are sorted by name. */
type NamedTable = {
  [T in Table]: Tables[T] extends { name_key: string } ? T : never
}[Table]

type Row<T extends Table> = Selectable<Tables[T]>
type AsRead<T extends Table, W> = { [C in keyof W]: C extends keyof Row<T> ? Row<T>[C] : never }
type NewRow<T extends Table> = AsRead<T, Omit<Insertable<Tables[T]>, 'tenant_id'>>
type Columns<T extends Table> = AsRead<T, Updateable<Tables[T]>>

interface In {
  readonly db: TenantDb
  readonly tenant: { readonly id: string }
}

interface Beginning {
  readonly platform: {
    readonly ids: { readonly uuid: () => string }
    readonly clock: { readonly now: () => Date }
  }
}

interface Named {
  readonly id: string
}

/** Inserted at a time: a statement should not grow without end. */
const atOnce = 500

const written = (value: unknown): unknown =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value

/** The rows of a list as the database reads them, under the name `r`. */
const read = (table: Table, rows: readonly object[]) => {
  const values = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, written(value)])),
  )
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb) r`
}

/** The columns that are given; as in Kysely, one that is undefined is left out. */
const namesOf = (rows: readonly object[]): readonly string[] => [
  ...new Set(
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    ),
  ),
]

/** What a new row begins with. */
export const newIds = ({ platform: { ids, clock } }: Beginning) => ({
  id: ids.uuid(),
  created_at: clock.now(),
})

/** How many of the rows exist. */
export const countRows = async (
  { db, tenant }: In,
  table: Table,
  ids: readonly string[],
): Promise<number> => {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}
    where tenant_id = ${tenant.id} and id = any (${ids}::uuid[])`.execute(db)
  return rows[0]?.count ?? 0
}

/** Those of the rows that exist, by id, held until the transaction ends. */
export const holdRows = async <T extends Table>(
  { db, tenant }: In,
  table: T,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row<T>>> => {
  const { rows } = await sql<Row<T> & Named>`
    select * from ${sql.table(table)} where tenant_id = ${tenant.id} and id = any (${ids}::uuid[])
    order by id for update`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Inserts rows of the tenant that all name the same columns; as they are stored, by id. */
export const insertRows = async <T extends Table>(
  { db, tenant }: In,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<ReadonlyMap<string, Row<T>>> => {
  const all = rows.map((row) => ({ ...row, tenant_id: tenant.id }))
  const columns = namesOf(all.slice(0, 1)).map((name) => sql.ref(name))
  const stored = new Map<string, Row<T>>()
  for (let from = 0; from < all.length; from += atOnce) {
    const some = await sql<Row<T> & Named>`
      insert into ${sql.table(table)} (${sql.join(columns)})
      select ${sql.join(columns)} from ${read(table, all.slice(from, from + atOnce))}
      returning *`.execute(db)
    for (const row of some.rows) stored.set(row.id, row)
  }
  return stored
}

export interface RowChange<T extends VersionedTable> {
  /** Held until the transaction ends, where other rows change in other columns. */
  readonly row: Row<T> & Named
  readonly to: Columns<T>
}

/** Changes rows, each in columns of its own; as they are stored, by id. */
export const updateRows = async <T extends VersionedTable>(
  { db, tenant }: In,
  table: T,
  changes: readonly RowChange<T>[],
): Promise<ReadonlyMap<string, Row<T>>> => {
  if (changes.length === 0) return new Map()
  const names = namesOf(changes.map(({ to }) => to))
  const rows = changes.map(({ row, to }) => {
    const kept = names.map((name) => [name, Reflect.get(row, name)])
    return { ...Object.fromEntries(kept), ...to, id: row.id }
  })
  const set = names.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`)
  const { rows: stored } = await sql<Row<T> & Named>`
    update ${sql.table(table)} t set ${sql.join([...set, sql`version = t.version + 1`])}
    from ${read(table, rows)}
    where t.tenant_id = ${tenant.id} and t.id = r.id
    returning t.*`.execute(db)
  return new Map(stored.map((row) => [row.id, row]))
}

export const removeRows = async (
  { db, tenant }: In,
  table: Table,
  rows: readonly Named[],
): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    delete from ${sql.table(table)} where tenant_id = ${tenant.id}
      and id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(db)
}

export const findRow = async <T extends Table>(
  { db, tenant }: In,
  table: T,
  id: string,
): Promise<Row<T> | undefined> => {
  const { rows } = await sql<Row<T>>`
    select * from ${sql.table(table)} where tenant_id = ${tenant.id} and id = ${id}`.execute(db)
  return rows[0]
}

/** Held until the transaction ends. */
export const holdRow = async <T extends Table>(
  within: In,
  table: T,
  id: string,
): Promise<Row<T> | undefined> => (await holdRows(within, table, [id])).get(id)

const alone = <R>(rows: ReadonlyMap<string, R>): R => {
  const [row] = rows.values()
  if (row === undefined) throw new Error('a row that was written is not there')
  return row
}

export const insertRow = async <T extends Table>(
  within: In,
  table: T,
  row: NewRow<T>,
): Promise<Row<T>> => alone(await insertRows(within, table, [row]))

/** Sets columns of one row, and counts its version up where it has one to count. */
const setColumns = async <T extends Table>(
  { db, tenant }: In,
  table: T,
  {
    row: { id, ...columns },
    counts,
  }: { readonly row: Columns<T> & Named; readonly counts: boolean },
): Promise<ReadonlyMap<string, Row<T>>> => {
  const set = namesOf([columns]).map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`)
  const all = counts ? [...set, sql`version = t.version + 1`] : set
  const { rows } = await sql<Row<T> & Named>`
    update ${sql.table(table)} t set ${sql.join(all)} from ${read(table, [{ ...columns, id }])}
    where t.tenant_id = ${tenant.id} and t.id = r.id returning t.*`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Changes columns of a row, which is held, and counts its version up; the row as it is then. */
export const updateRow = async <T extends VersionedTable>(
  within: In,
  table: T,
  row: Columns<T> & Named,
): Promise<Row<T>> => alone(await setColumns(within, table, { row, counts: true }))

/** Notes columns of a row, whose version stays; nothing where the row has gone. */
export const noteRow = async <T extends Table>(
  within: In,
  table: T,
  row: Columns<T> & Named,
): Promise<void> => {
  await setColumns(within, table, { row, counts: false })
}

export const removeRow = async ({ db, tenant }: In, table: Table, id: string): Promise<void> => {
  await sql`delete from ${sql.table(table)} where tenant_id = ${tenant.id} and id = ${id}`.execute(
    db,
  )
}

/** The first rows by name. */
export const listByName = async <T extends NamedTable>(
  { db, tenant }: In,
  table: T,
  most: number,
): Promise<readonly Row<T>[]> => {
  const { rows } = await sql<Row<T>>`
    select * from ${sql.table(table)} where tenant_id = ${tenant.id}
    order by name_key limit ${most}`.execute(db)
  return rows
}

/** Finds, holds and removes rows of a table: what `namedRows()` needs to know of one. */
export const rowsOf = <T extends Table>(table: T) => ({
  find: (within: In, id: string) => findRow(within, table, id),
  hold: (within: In, id: string) => holdRow(within, table, id),
  remove: (within: In, id: string) => removeRow(within, table, id),
})

interface Links<T extends keyof Tables> {
  readonly table: T
  /** The column of the row that has the links, and that of the rows it is linked with. */
  readonly from: keyof Tables[T] & string
  readonly to: keyof Tables[T] & string
}

/** Links a row with these rows alone. */
export const replaceLinks = async <T extends keyof Tables>(
  { db, tenant }: In,
  { table, from, to }: Links<T>,
  { id, ids }: Named & { readonly ids: readonly string[] },
): Promise<void> => {
  await sql`delete from ${sql.table(table)}
    where tenant_id = ${tenant.id} and ${sql.ref(from)} = ${id}`.execute(db)
  await sql`insert into ${sql.table(table)} (tenant_id, ${sql.ref(from)}, ${sql.ref(to)})
    select ${tenant.id}::uuid, ${id}::uuid, linked
    from unnest(${[...new Set(ids)]}::uuid[]) as linked`.execute(db)
}
