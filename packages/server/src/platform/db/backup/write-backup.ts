import { createHash } from 'node:crypto'
import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { writeNewFile } from '../../new-file.ts'
import { StartRefused } from '../../start-refused.ts'
import { errorCodeOf } from '../sql-errors.ts'
import { formatName, formatVersion, type Header } from './backup-format.ts'
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

const headerOf = async (owner: ClientBase, at: Date): Promise<Header> => {
  const migrations = [...(await listApplied(owner))]
  if (migrations.length === 0) throw new StartRefused('The database holds nothing of Signet yet')
  return {
    format: formatName,
    version: formatVersion,
    createdAt: at.toISOString(),
    migrations,
    partitions: await listMonths(owner),
  }
}

interface Counted {
  rows: number
}

async function* linesOf(owner: ClientBase, at: Date, counted: Counted): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const kept = (text: string): string => {
    hash.update(text)
    return text
  }
  yield kept(`${JSON.stringify(await headerOf(owner, at))}\n`)
  for (const table of await listKeptTables(owner)) {
    yield kept(`${JSON.stringify({ table: table.name, columns: table.columns })}\n`)
    for await (const { rows, lines } of batchesOf(owner, table)) {
      counted.rows += rows
      yield kept(lines)
    }
  }
  yield `${JSON.stringify({ end: { rows: counted.rows, sha256: hash.digest('hex') } })}\n`
}

const notOwner = (cause: unknown): StartRefused =>
  new StartRefused(
    'This role does not see every row: give the owner of the schema in SIGNET_DATABASE_OWNER_URL',
    cause,
  )

/**
 * Writes every tenant's rows, as the schema's owner sees them at one moment, into a new file. The
 * database may be in use meanwhile. Returns the number of rows.
 * @throws StartRefused for a file that exists or cannot be written
 */
export const writeBackup = async (owner: ClientBase, file: string, at: Date): Promise<number> => {
  const counted = { rows: 0 }
  try {
    await owner.query('begin isolation level repeatable read, read only')
    await owner.query('set local statement_timeout = 0')
    // Whoever row-level security would hide rows from gets an error instead of less.
    await owner.query('set local row_security = off')
    await writeNewFile(file, linesOf(owner, at, counted), createGzip())
    await owner.query('commit')
    return counted.rows
  } catch (error) {
    throw errorCodeOf(error) === '42501' ? notOwner(error) : error
  }
}
