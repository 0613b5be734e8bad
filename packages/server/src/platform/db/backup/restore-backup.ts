import { type ClientBase, escapeIdentifier } from 'pg'
import type { Log } from '../../log.ts'
import { StartRefused } from '../../start-refused.ts'
import { listMigrationNames, migrate } from '../migrate.ts'
import type { DatabaseConfig } from '../open.ts'
import type { Header } from './backup-format.ts'
import { jobTable, type KeptTable, listApplied, listKeptTables } from './catalog.ts'
import { withNewOwner } from './owner-session.ts'
import { checkBackup, type Rows, readRows, type Trust } from './read-backup.ts'

const expectKnown = async ({ migrations }: Header): Promise<void> => {
  const known = new Set(await listMigrationNames())
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown === undefined) return
  throw new StartRefused('The backup was made by a newer release: restore it with that one')
}

const notEmpty = () =>
  new StartRefused('The database is not empty: a backup is restored into an empty one only')

/** Migrations write the bound of the audit sequencer; every other row is somebody's. */
const writtenByMigrations = ['public.audit_sequencer']

/** @throws StartRefused unless nothing was ever stored here */
const expectEmpty = async (owner: ClientBase, { migrations }: Header): Promise<void> => {
  const applied = await listApplied(owner)
  const tables = await listKeptTables(owner)
  if (applied.length === 0 && tables.length > 0) throw notEmpty()
  for (const { name } of tables) {
    if (writtenByMigrations.includes(name)) continue
    const { rowCount } = await owner.query(`select from ${name} limit 1`)
    if (rowCount !== 0) throw notEmpty()
  }
  const further = applied.filter((name) => !migrations.includes(name))
  if (further.length === 0) return
  throw new StartRefused(
    'The schema of this database is newer than the backup: restore into a database without one',
  )
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Rows come in no order that foreign keys would allow; they are checked all at once afterwards. */
const dropForeignKeys = async (owner: ClientBase): Promise<readonly ForeignKey[]> => {
  const { rows } = await owner.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname::text as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
    order by 1, 2`,
  )
  for (const { table, name } of rows) {
    await owner.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  }
  return rows
}

const addForeignKeys = async (owner: ClientBase, keys: readonly ForeignKey[]): Promise<void> => {
  for (const { table, name, definition } of keys) {
    await owner.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`)
  }
}

/** Older months than the function makes go into the default partition. */
const makePartitions = async (owner: ClientBase, { partitions }: Header): Promise<void> => {
  for (const { parent, month } of partitions) {
    await owner.query(
      `select ensure_month_partition($1, $2::date)
      where $2::date between current_date - interval '2 years' and current_date + interval '2 years'`,
      [parent, month],
    )
  }
}

const insertRows = async (
  owner: ClientBase,
  tables: ReadonlyMap<string, KeptTable>,
  { table, columns, rows }: Rows,
): Promise<void> => {
  const known = tables.get(table)
  const types = columns.map((column) => known?.types[known.columns.indexOf(column)])
  if (known === undefined || types.includes(undefined)) {
    throw new StartRefused(`The backup holds ${table}, which its own schema does not know`)
  }
  const names = columns.map((column) => escapeIdentifier(column)).join(', ')
  const values = types.map((type, index) => `v${index}::${type}`).join(', ')
  const arrays = columns.map((_column, index) => `$${index + 1}::text[]`).join(', ')
  const aliases = columns.map((_column, index) => `v${index}`).join(', ')
  await owner.query(
    `insert into ${table} (${names}) select ${values} from unnest(${arrays}) as r (${aliases})`,
    columns.map((_column, index) => rows.map((row) => row[index])),
  )
}

const loadRows = async (owner: ClientBase, file: string, header: Header): Promise<number> => {
  const tables = new Map((await listKeptTables(owner)).map((table) => [table.name, table]))
  const product = [...tables.keys()].filter((name) => name !== jobTable)
  const foreignKeys = await dropForeignKeys(owner)
  await owner.query(`truncate ${product.join(', ')}`)
  await makePartitions(owner, header)
  let count = 0
  for await (const batch of readRows(file)) {
    await insertRows(owner, tables, batch)
    count += batch.rows.length
  }
  await addForeignKeys(owner, foreignKeys)
  await owner.query('select audit_continue()')
  return count
}

const inTransaction = async <T>(owner: ClientBase, work: () => Promise<T>): Promise<T> => {
  await owner.query('begin')
  try {
    await owner.query('set local statement_timeout = 0')
    const value = await work()
    await owner.query('commit')
    return value
  } catch (error) {
    await owner.query('rollback').catch(() => {})
    throw error
  }
}

const fill = async (owner: ClientBase, { file, header, log }: Filling): Promise<number> => {
  await expectEmpty(owner, header)
  await migrate(owner, log, new Set(header.migrations))
  const rows = await inTransaction(owner, () => loadRows(owner, file, header))
  await migrate(owner, log)
  await owner.query('analyze')
  return rows
}

interface Filling {
  readonly file: string
  readonly header: Header
  readonly log: Pick<Log, 'info'>
}

interface Restoring extends Trust {
  readonly file: string
  readonly log: Pick<Log, 'info'>
}

/**
 * Fills the configured database, which must be empty, with a backup of either kind: first the
 * schema that the rows come from, then all rows or none, then the migrations since. Returns the
 * number of rows.
 * @throws StartRefused for a file that was damaged or changed, a newer one, and a database that is not empty
 */
export const restoreBackup = async (
  config: DatabaseConfig,
  { file, log, ...trust }: Restoring,
): Promise<number> => {
  const header = await checkBackup(file, trust)
  await expectKnown(header)
  return await withNewOwner(config, (owner) => fill(owner, { file, header, log }))
}
