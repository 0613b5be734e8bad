import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseStep } from '@signet/contract/issuance/external-databases'
import pg from 'pg'
import { BoundedSocket } from './bounded-socket.ts'
import {
  type ChangeOutcome,
  type ColumnKind,
  closeMillis,
  connectMillis,
  type DatabaseColumn,
  DatabaseFailed,
  type DatabaseTable,
  type DatabaseTarget,
  mostBytes,
  mostColumns,
  mostLetters,
  mostTables,
  type OpenDatabase,
  outcomeOfCount,
  type RowChange,
  type RowQuery,
  type RowValue,
  statementMillis,
  stepOfOpening,
} from './driver.ts'

/** SQLSTATE: invalid authorization, no such database, not allowed to connect. */
const steps: ReadonlyMap<string, DatabaseStep> = new Map([
  ['28000', 'SIGN_IN'],
  ['28P01', 'SIGN_IN'],
  ['3D000', 'DATABASE'],
  ['42501', 'DATABASE'],
])

const kindOf = (type: string): ColumnKind => {
  if (/char|text|name|uuid|citext/.test(type)) return 'TEXT'
  if (/^(?:smallint|integer|bigint|numeric|real|double precision)$/.test(type)) return 'NUMBER'
  if (/^(?:date|timestamp)/.test(type)) return 'DATE'
  return type === 'bytea' ? 'BINARY' : 'OTHER'
}

const name = pg.escapeIdentifier

/** Cut in the server: what is too long never travels. */
const valueOf = ({ name: column, kind }: DatabaseColumn): string => {
  const quoted = name(column)
  if (kind === 'BINARY') return `substring(${quoted} from 1 for ${mostBytes + 1})`
  if (kind === 'DATE') return `to_char(${quoted}, 'YYYY-MM-DD')`
  return `left(${quoted}::text, ${mostLetters + 1})`
}

const tablesOf = async (client: pg.Client): Promise<DatabaseTable[]> => {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select table_schema || '.' || table_name as name, table_type as type
     from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')
     order by 1 limit ${mostTables}`,
  )
  return rows.map((row) => ({ name: row.name, isView: row.type === 'VIEW' }))
}

const columnsOf = async (client: pg.Client, table: string): Promise<DatabaseColumn[]> => {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema || '.' || table_name = $1
       and table_schema not in ('pg_catalog', 'information_schema')
     order by ordinal_position limit ${mostColumns}`,
    [table],
  )
  return rows.map((row) => ({ name: row.name, kind: kindOf(row.type) }))
}

/** The table in its parts, as the catalogue has them: a name may hold a point itself. */
const quotedTable = async (client: pg.Client, table: string): Promise<string> => {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema || '.' || table_name = $1
       and table_schema not in ('pg_catalog', 'information_schema') limit 2`,
    [table],
  )
  const [found] = rows
  if (found === undefined || rows.length > 1) throw new Error('there is no such table')
  return `${name(found.schema)}.${name(found.name)}`
}

const rowsOf = async (client: pg.Client, query: RowQuery): Promise<RowValue[][]> => {
  const from = await quotedTable(client, query.table)
  const { rows } = await client.query<RowValue[]>({
    text: `select ${query.columns.map(valueOf).join(', ')} from ${from}
      where ${name(query.key)}::text = $1 limit 2`,
    values: [query.value],
    rowMode: 'array',
  })
  return rows
}

/** The columns that the table, or the view, and the rights of this account leave open. */
const writableOf = async (client: pg.Client, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema || '.' || table_name = $1 and is_updatable = 'YES'
       and has_column_privilege(format('%I.%I', table_schema, table_name), column_name, 'UPDATE')`,
    [table],
  )
  return rows.map((row) => row.name)
}

const writeRow = async (client: pg.Client, change: RowChange): Promise<ChangeOutcome> => {
  const table = await quotedTable(client, change.table)
  const set = change.columns.map(({ column }, at) => `${name(column.name)} = $${at + 2}`)
  await client.query('begin')
  const { rowCount } = await client.query({
    text: `update ${table} set ${set.join(', ')} where ${name(change.key)}::text = $1`,
    values: [change.value, ...change.columns.map(({ value }) => value)],
  })
  const outcome = outcomeOfCount(rowCount ?? 0)
  await client.query(outcome === 'WRITTEN' ? 'commit' : 'rollback')
  return outcome
}

const tlsOf = ({ tls, address: { host } }: DatabaseTarget) =>
  tls !== null && {
    rejectUnauthorized: true,
    ...(tls.ca === null ? {} : { ca: tls.ca }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
  }

/** The goodbye of the protocol; a server that does not hang up is not waited for. */
const closing = async (client: pg.Client, socket: BoundedSocket): Promise<void> => {
  const waiting = new AbortController()
  const patience = pause(closeMillis, undefined, { signal: waiting.signal })
  await Promise.race([client.end(), patience]).catch(() => undefined)
  waiting.abort()
  await patience.catch(() => undefined)
  socket.destroy()
}

/** @throws DatabaseFailed */
export const openPostgresql: OpenDatabase = async (target) => {
  const socket = new BoundedSocket()
  const client = new pg.Client({
    stream: () => socket,
    host: target.address.address,
    port: target.address.port,
    database: target.database,
    user: target.user,
    password: target.password,
    ssl: tlsOf(target),
    connectionTimeoutMillis: connectMillis,
    statement_timeout: statementMillis,
    query_timeout: statementMillis + 1000,
    application_name: 'signet',
    options: `-c default_transaction_read_only=${target.mode === 'READ' ? 'on' : 'off'}`,
  })
  // A server that goes away while nothing is asked: the next question says so.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    socket.destroy()
    throw new DatabaseFailed(stepOfOpening(error, steps), error)
  }
  return {
    server: async () => {
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return `PostgreSQL ${rows[0]?.server_version ?? ''}`.trim()
    },
    tables: () => tablesOf(client),
    columns: (table) => columnsOf(client, table),
    rows: (query) => rowsOf(client, query),
    writable: (table) => writableOf(client, table),
    write: (change) => writeRow(client, change),
    close: () => closing(client, socket),
  }
}
