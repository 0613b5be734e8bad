import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { writeNewFile } from '../../new-file.ts'
import type { SealingKey } from '../../secrets/envelope.ts'
import { StartRefused } from '../../start-refused.ts'
import { errorCodeOf } from '../sql-errors.ts'
import { formatName, formatVersion, type Header } from './backup-format.ts'
import { backupSeal } from './backup-seal.ts'
import { jobTable, type KeptTable, listApplied, listKeptTables, listMonths } from './catalog.ts'

const batchBytes = 1_000_000
const mostRows = 2_000

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const selectOf = ({ name, columns }: KeptTable): string => {
  const values = columns.map((column) => `${quoted(column)}::text`).join(', ')
  const waiting = name === jobTable ? ` where state < 'completed'` : ''
  return `select ${values} from ${name}${waiting}`
}

/** As many rows the next time as come to a batch. */
const nextCount = (rows: number, bytes: number): number =>
  Math.max(1, Math.min(mostRows, Math.floor((rows * batchBytes) / Math.max(1, bytes))))

/** The table's rows as text, a batch at a time: the memory it takes does not grow with the table. */
async function* batchesOf(owner: ClientBase, table: KeptTable) {
  await owner.query(`declare kept no scroll cursor for ${selectOf(table)}`)
  for (let count = 50; ; ) {
    const text = `fetch forward ${count} from kept`
    const { rows } = await owner.query<(string | null)[]>({ text, rowMode: 'array' })
    if (rows.length === 0) break
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    yield { rows: rows.length, lines }
    count = nextCount(rows.length, lines.length)
  }
  await owner.query('close kept')
}

interface Making {
  readonly file: string
  /** The database's own, whose rows it seals. */
  readonly master: SealingKey
  readonly at: Date
}

/** A file that is signed with another key could not be restored beside its own. */
const expectOwnKey = async (owner: ClientBase, { id }: SealingKey): Promise<void> => {
  const { rows } = await owner.query<{ key_id: Buffer }>('select key_id from master_check')
  if (rows.length === 0 || rows.some(({ key_id }) => id.equals(key_id))) return
  throw new StartRefused('The given master key is not the one of this database')
}

const headerOf = async (owner: ClientBase, { master, at }: Making): Promise<Header> => {
  const migrations = [...(await listApplied(owner))]
  if (migrations.length === 0) throw new StartRefused('The database holds nothing of Signet yet')
  return {
    format: formatName,
    version: formatVersion,
    createdAt: at.toISOString(),
    keyId: master.id.toString('hex'),
    migrations,
    partitions: await listMonths(owner),
  }
}

interface Counted {
  rows: number
}

async function* linesOf(
  owner: ClientBase,
  making: Making,
  counted: Counted,
): AsyncGenerator<string> {
  const seal = backupSeal(making.master)
  const kept = (text: string): string => {
    seal.update(text)
    return text
  }
  yield kept(`${JSON.stringify(await headerOf(owner, making))}\n`)
  for (const table of await listKeptTables(owner)) {
    yield kept(`${JSON.stringify({ table: table.name, columns: table.columns })}\n`)
    for await (const { rows, lines } of batchesOf(owner, table)) {
      counted.rows += rows
      yield kept(lines)
    }
  }
  yield `${JSON.stringify({ end: { rows: counted.rows, ...seal.proof() } })}\n`
}

const notOwner = (cause: unknown): StartRefused =>
  new StartRefused(
    'This role does not see every row: give the owner of the schema in SIGNET_DATABASE_OWNER_URL',
    cause,
  )

/**
 * Writes every tenant's rows, as the schema's owner sees them at one moment, into a new file. The
 * database may be in use meanwhile. Returns the number of rows.
 * @throws StartRefused for a file that exists or cannot be written, and for a key of another database
 */
export const writeBackup = async (owner: ClientBase, making: Making): Promise<number> => {
  const counted = { rows: 0 }
  try {
    await owner.query('begin isolation level repeatable read, read only')
    await owner.query('set local statement_timeout = 0')
    // Whoever row-level security would hide rows from gets an error instead of less.
    await owner.query('set local row_security = off')
    await expectOwnKey(owner, making.master)
    await writeNewFile(making.file, linesOf(owner, making, counted), createGzip())
    await owner.query('commit')
    return counted.rows
  } catch (error) {
    throw errorCodeOf(error) === '42501' ? notOwner(error) : error
  }
}
