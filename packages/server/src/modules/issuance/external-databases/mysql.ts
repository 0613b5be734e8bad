import type { DatabaseStep } from '@signet/contract/issuance/external-databases'
import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2/promise'
import { BoundedSocket } from './bounded-socket.ts'
import {
  type ChangeOutcome,
  type ColumnKind,
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

const steps: ReadonlyMap<string, DatabaseStep> = new Map([
  ['ER_ACCESS_DENIED_ERROR', 'SIGN_IN'],
  ['ER_HOST_NOT_PRIVILEGED', 'SIGN_IN'],
  ['ER_DBACCESS_DENIED_ERROR', 'DATABASE'],
  ['ER_BAD_DB_ERROR', 'DATABASE'],
  ['HANDSHAKE_NO_SSL_SUPPORT', 'TLS'],
  ['HANDSHAKE_SSL_ERROR', 'TLS'],
])

const kindOf = (type: string): ColumnKind => {
  if (/char|text|enum|set/.test(type)) return 'TEXT'
  if (/int|decimal|float|double/.test(type)) return 'NUMBER'
  if (/^(?:date|datetime|timestamp)$/.test(type)) return 'DATE'
  return /blob|binary/.test(type) ? 'BINARY' : 'OTHER'
}

const name = (text: string): string => `\`${text.replaceAll('`', '``')}\``

/** Cut in the server: what is too long never travels. */
const valueOf = ({ name: column, kind }: DatabaseColumn): string => {
  const quoted = name(column)
  if (kind === 'BINARY') return `substring(${quoted}, 1, ${mostBytes + 1})`
  if (kind === 'DATE') return `date_format(${quoted}, '%Y-%m-%d')`
  return `left(cast(${quoted} as char), ${mostLetters + 1})`
}

const run = async (connection: Connection, sql: string, values: string[] = []) => {
  const [rows] = await connection.execute<RowDataPacket[][]>({
    sql,
    values,
    timeout: statementMillis,
    rowsAsArray: true,
  })
  return rows
}

const tablesOf = async (connection: Connection): Promise<DatabaseTable[]> => {
  const rows = await run(
    connection,
    `select table_name, table_type from information_schema.tables
     where table_schema = database() order by 1 limit ${mostTables}`,
  )
  return rows.map(([table, type]) => ({ name: String(table), isView: String(type) === 'VIEW' }))
}

const columnsOf = async (connection: Connection, table: string): Promise<DatabaseColumn[]> => {
  const rows = await run(
    connection,
    `select column_name, data_type from information_schema.columns
     where table_schema = database() and binary table_name = ?
     order by ordinal_position limit ${mostColumns}`,
    [table],
  )
  return rows.map(([column, type]) => ({ name: String(column), kind: kindOf(String(type)) }))
}

const rowsOf = async (connection: Connection, query: RowQuery): Promise<RowValue[][]> => {
  const sql = `select ${query.columns.map(valueOf).join(', ')} from ${name(query.table)}
    where cast(${name(query.key)} as char) = ? limit 2`
  return (await run(connection, sql, [query.value])).map((row) => row.map(valueOfDriver))
}

const writableOf = async (connection: Connection, table: string): Promise<string[]> => {
  const rows = await run(
    connection,
    `select column_name, privileges from information_schema.columns
     where table_schema = database() and binary table_name = ?`,
    [table],
  )
  return rows
    .filter(([, rights]) => String(rights).split(',').includes('update'))
    .map(([column]) => String(column))
}

/** Two rows are looked for before: not every kind of table takes a change back. */
const writeRow = async (connection: Connection, change: RowChange): Promise<ChangeOutcome> => {
  // What does not fit is refused, not cut.
  await connection.query(`set session sql_mode = concat(@@sql_mode, ',STRICT_ALL_TABLES')`)
  await connection.query('start transaction')
  const where = `where cast(${name(change.key)} as char) = ? limit 2`
  const found = await run(connection, `select 1 from ${name(change.table)} ${where}`, [
    change.value,
  ])
  const set = change.columns.map(({ column }) => `${name(column.name)} = ?`).join(', ')
  let outcome = outcomeOfCount(found.length)
  if (outcome === 'WRITTEN') {
    const values = [...change.columns.map(({ value }) => value), change.value]
    const sql = `update ${name(change.table)} set ${set} ${where}`
    const [{ affectedRows }] = await connection.execute<ResultSetHeader>({
      sql,
      values,
      timeout: statementMillis,
    })
    outcome = outcomeOfCount(affectedRows)
  }
  await connection.query(outcome === 'WRITTEN' ? 'commit' : 'rollback')
  return outcome
}

const optionsOf = ({ address, tls, ...target }: DatabaseTarget, stream: BoundedSocket) => ({
  host: address.host,
  port: address.port,
  // The address that was checked; the name is only held against the certificate.
  stream: () => stream.setNoDelay(true).connect(address.port, address.address),
  user: target.user,
  password: target.password,
  database: target.database,
  connectTimeout: connectMillis,
  charset: 'utf8mb4',
  dateStrings: true,
  // A server must not ask for files of this machine.
  flags: ['-LOCAL_FILES'],
  ...(tls !== null && {
    ssl: {
      rejectUnauthorized: true,
      verifyIdentity: true,
      ...(tls.ca === null ? {} : { ca: tls.ca }),
    },
  }),
})

/** MySQL and MariaDB. @throws DatabaseFailed */
export const openMysql: OpenDatabase = async (target) => {
  const { createConnection } = await import('mysql2')
  const socket = new BoundedSocket()
  let connection: Connection
  try {
    const opening = createConnection(optionsOf(target, socket))
    // One failure may be told twice, by the socket and by its TLS: nobody else hears the second.
    opening.on('error', () => undefined)
    await new Promise((resolve, reject) => {
      opening.once('connect', resolve)
      opening.once('error', reject)
    })
    connection = opening.promise()
  } catch (error) {
    socket.destroy()
    throw new DatabaseFailed(stepOfOpening(error, steps), error)
  }
  return {
    server: async () => {
      const [row] = await run(connection, 'select version()')
      return `MySQL ${String(row?.[0] ?? '')}`.trim()
    },
    tables: () => tablesOf(connection),
    columns: (table) => columnsOf(connection, table),
    rows: async (query) => {
      await connection.query('start transaction read only')
      return rowsOf(connection, query)
    },
    writable: (table) => writableOf(connection, table),
    write: (change) => writeRow(connection, change),
    close: async () => {
      connection.destroy()
      socket.destroy()
    },
  }
}
