import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseStep } from '@signet/contract/issuance/external-databases'
import type * as tedious from 'tedious'
import { BoundedNetSocket } from './bounded-net-socket.ts'
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
  valueOfDriver,
} from './driver.ts'

interface Session {
  readonly driver: typeof tedious
  readonly connection: tedious.Connection
  readonly socket: BoundedNetSocket
}

const steps: ReadonlyMap<string, DatabaseStep> = new Map([
  ['EENCRYPT', 'TLS'],
  ['ETIMEOUT', 'CONNECT'],
  ['ABORT_ERR', 'CONNECT'],
])

/** Numbers of sys.messages: there is no such database, or this account may not open it. */
const closedDatabase = new Set([911, 916, 4060, 4063, 4064])

const kindOf = (type: string): ColumnKind => {
  if (/char|text|uniqueidentifier/.test(type)) return 'TEXT'
  if (/int|decimal|numeric|money|float|real|^bit$/.test(type)) return 'NUMBER'
  if (/^(?:date|datetime|datetime2|smalldatetime|datetimeoffset)$/.test(type)) return 'DATE'
  return /binary|image/.test(type) ? 'BINARY' : 'OTHER'
}

const name = (text: string): string => `[${text.replaceAll(']', ']]')}]`

/** Cut in the server: what is too long never travels. */
const valueOf = ({ name: column, kind }: DatabaseColumn): string => {
  const quoted = name(column)
  if (kind === 'BINARY') return `substring(${quoted}, 1, ${mostBytes + 1})`
  // Style 23: ISO 8601 days.
  if (kind === 'DATE') return `convert(nvarchar(10), ${quoted}, 23)`
  return `left(convert(nvarchar(max), ${quoted}), ${mostLetters + 1})`
}

/** By `sp_executesql`: the values travel beside the statement. */
const run = (
  { driver, connection, socket }: Session,
  statement: string,
  values: Readonly<Record<string, string | null>> = {},
): Promise<unknown[][]> => {
  const asked = new Promise<unknown[][]>((resolve, reject) => {
    const rows: unknown[][] = []
    const request = new driver.Request(statement, (error) => {
      if (error === null || error === undefined) resolve(rows)
      else reject(error)
    })
    for (const [key, value] of Object.entries(values)) {
      request.addParameter(key, driver.TYPES.NVarChar, value)
    }
    request.on('row', (columns: readonly { readonly value: unknown }[]) =>
      rows.push(columns.map(({ value }) => value)),
    )
    connection.execSql(request)
  })
  return whileOpen(socket, asked)
}

const tablesOf = async (session: Session): Promise<DatabaseTable[]> => {
  const rows = await run(
    session,
    `select top (${mostTables}) TABLE_SCHEMA + N'.' + TABLE_NAME, TABLE_TYPE from INFORMATION_SCHEMA.TABLES order by 1`,
  )
  return rows.map(([table, type]) => ({ name: String(table), isView: type === 'VIEW' }))
}

const columnsOf = async (session: Session, table: string): Promise<DatabaseColumn[]> => {
  const rows = await run(
    session,
    `select top (${mostColumns}) COLUMN_NAME, DATA_TYPE from INFORMATION_SCHEMA.COLUMNS where TABLE_SCHEMA + N'.' + TABLE_NAME = @table order by ORDINAL_POSITION`,
    { table },
  )
  return rows.map(([column, type]) => ({ name: String(column), kind: kindOf(String(type)) }))
}

/** The table in its parts, as the catalogue has them: a name may hold a point itself. */
const quotedTable = async (session: Session, table: string): Promise<string> => {
  const rows = await run(
    session,
    `select top (2) TABLE_SCHEMA, TABLE_NAME from INFORMATION_SCHEMA.TABLES where TABLE_SCHEMA + N'.' + TABLE_NAME = @table`,
    { table },
  )
  const [found] = rows
  if (found === undefined || rows.length > 1) throw new Error('there is no such table')
  return found.map((part) => name(String(part))).join('.')
}

const rowsOf = async (session: Session, query: RowQuery): Promise<RowValue[][]> => {
  const from = await quotedTable(session, query.table)
  const rows = await run(
    session,
    `select top (2) ${query.columns.map(valueOf).join(', ')} from ${from} where convert(nvarchar(4000), ${name(query.key)}) = @key`,
    { key: query.value },
  )
  return rows.map((row) => row.map(valueOfDriver))
}

const writableOf = async (session: Session, table: string): Promise<string[]> => {
  const rows = await run(
    session,
    `select COLUMN_NAME from INFORMATION_SCHEMA.COLUMNS where TABLE_SCHEMA + N'.' + TABLE_NAME = @table and has_perms_by_name(quotename(TABLE_SCHEMA) + N'.' + quotename(TABLE_NAME), N'OBJECT', N'UPDATE', COLUMN_NAME, N'COLUMN') = 1`,
    { table },
  )
  return rows.map(([column]) => String(column))
}

/** Days by style 23, whatever the language of the account takes a date for. */
const setOf = ({ name: column, kind }: DatabaseColumn, at: number): string =>
  `${name(column)} = ${kind === 'DATE' ? `convert(date, @v${at}, 23)` : `@v${at}`}`

/** One call: the server itself takes back what did not change exactly one row. */
const writeRow = async (session: Session, change: RowChange): Promise<ChangeOutcome> => {
  const table = await quotedTable(session, change.table)
  const set = change.columns.map(({ column }, at) => setOf(column, at)).join(', ')
  const values = change.columns.map(({ value }, at): [string, string | null] => [`v${at}`, value])
  const rows = await run(
    session,
    `set nocount on; set xact_abort on; begin transaction; update ${table} set ${set} where convert(nvarchar(4000), ${name(change.key)}) = @key; declare @changed int = @@rowcount; if @changed = 1 commit transaction; else rollback transaction; select convert(nvarchar(10), @changed);`,
    { ...Object.fromEntries(values), key: change.value },
  )
  return outcomeOfCount(Number(rows[0]?.[0]))
}

/** To the address that was checked, and once: a server that sends elsewhere is not followed. */
const connectorTo = ({ address }: DatabaseTarget, socket: BoundedNetSocket) => {
  let isUsed = false
  return async (): Promise<BoundedNetSocket> => {
    if (isUsed) throw new Error('the server sends elsewhere, which is not followed')
    isUsed = true
    socket.connect(address.port, address.address)
    await once(socket, 'connect', { signal: AbortSignal.timeout(connectMillis) })
    return socket
  }
}

const caOf = ({ tls }: DatabaseTarget) => (tls === null || tls.ca === null ? {} : { ca: tls.ca })

const optionsOf = (target: DatabaseTarget, socket: BoundedNetSocket) => ({
  connector: connectorTo(target, socket),
  port: target.address.port,
  // The certificate is held against this name, whatever the server calls itself.
  serverName: target.address.host,
  database: target.database,
  encrypt: target.tls !== null,
  trustServerCertificate: false,
  cryptoCredentialsDetails: caOf(target),
  connectTimeout: connectMillis,
  requestTimeout: statementMillis,
  cancelTimeout: closeMillis,
  maxRetriesOnTransientErrors: 0,
  appName: 'signet',
  // Not the name of this machine.
  workstationId: 'signet',
})

/** The driver waits without an end for the rest of a message whose connection is gone: this does not. */
const whileOpen = async <T>(socket: BoundedNetSocket, work: Promise<T>): Promise<T> => {
  const over = new AbortController()
  const lost = async (): Promise<never> => {
    if (!socket.closed) await once(socket, 'close', { signal: over.signal })
    // What the driver says of it comes first.
    await pause(50, undefined, { signal: over.signal })
    throw socket.errored ?? new Error('the server hung up')
  }
  try {
    return await Promise.race([work, lost()])
  } finally {
    over.abort()
  }
}

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error

const opened = async (connection: tedious.Connection, socket: BoundedNetSocket): Promise<void> => {
  const told: number[] = []
  // A server that goes away while nothing is asked: the next question says so.
  connection.on('error', () => undefined)
  connection.on('errorMessage', ({ number }: { readonly number: number }) => told.push(number))
  const connecting = new Promise<void>((resolve, reject) =>
    connection.connect((error) => (error ? reject(error) : resolve())),
  )
  const late = setTimeout(() => socket.destroy(new Error('timeout')), connectMillis + closeMillis)
  try {
    await whileOpen(socket, connecting)
  } catch (error) {
    // 18456 comes with each of them.
    if (told.some((number) => closedDatabase.has(number))) {
      throw new DatabaseFailed('DATABASE', error)
    }
    throw new DatabaseFailed(stepOfOpening(causeOf(error), steps), error)
  } finally {
    clearTimeout(late)
  }
}

/** By TDS 7.4. @throws DatabaseFailed */
export const openSqlServer: OpenDatabase = async (target) => {
  const driver = await import('tedious')
  const socket = new BoundedNetSocket()
  const { user: userName, password } = target
  const connection = new driver.Connection({
    server: target.address.host,
    authentication: { type: 'default', options: { userName, password } },
    options: optionsOf(target, socket),
  })
  const session = { driver, connection, socket }
  const close = async (): Promise<void> => {
    connection.close()
    socket.destroy()
  }
  try {
    await opened(connection, socket)
    socket.widen()
  } catch (error) {
    await close()
    throw error
  }
  return {
    server: async () => {
      const sql = `select convert(nvarchar(128), serverproperty('ProductVersion'))`
      const [row] = await run(session, sql)
      return `SQL Server ${String(row?.[0] ?? '')}`.trim()
    },
    tables: () => tablesOf(session),
    columns: (table) => columnsOf(session, table),
    rows: (query) => rowsOf(session, query),
    writable: (table) => writableOf(session, table),
    write: (change) => writeRow(session, change),
    close,
  }
}
