import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answering,
  type SqlServer,
  startSqlServer,
} from '../../../../testing/databases/sql-server.ts'
import { openDatabase } from './connect.ts'
import type { DatabaseTarget, RowChange } from './driver.ts'

// The server is a double that follows [MS-TDS]: what the product makes of these statements is not shown.

const partsAsked = `select top (2) TABLE_SCHEMA, TABLE_NAME from INFORMATION_SCHEMA.TABLES where TABLE_SCHEMA + N'.' + TABLE_NAME = @table`
const rightsAsked = `select COLUMN_NAME from INFORMATION_SCHEMA.COLUMNS where TABLE_SCHEMA + N'.' + TABLE_NAME = @table and has_perms_by_name(quotename(TABLE_SCHEMA) + N'.' + quotename(TABLE_NAME), N'OBJECT', N'UPDATE', COLUMN_NAME, N'COLUMN') = 1`
const written = `set nocount on; set xact_abort on; begin transaction; update [dbo].[pe]]ople] set [fam]]ily] = @v0, [born] = convert(date, @v1, 23) where convert(nvarchar(4000), [number]) = @key; declare @changed int = @@rowcount; if @changed = 1 commit transaction; else rollback transaction; select convert(nvarchar(10), @changed);`

const change: RowChange = {
  table: 'dbo.pe]ople',
  columns: [
    { column: { name: 'fam]ily', kind: 'TEXT' }, value: "'; drop table people; --" },
    { column: { name: 'born', kind: 'DATE' }, value: null },
  ],
  key: 'number',
  value: '7',
}

const answer: Answering = ({ sql, parameters }) => {
  if (sql === partsAsked) return [['dbo', 'pe]ople']]
  if (sql === rightsAsked) return [['fam]ily']]
  if (sql !== written) return 102
  if (parameters.key === 'closed') return 229
  return [[String(parameters.key === '7' ? 1 : parameters.key === '8' ? 0 : 2)]]
}

let server: SqlServer
beforeAll(async () => {
  const account = { user: 'writer', password: 'right', databases: ['people'] }
  server = await startSqlServer({ ...account, answer, isTls: false })
})
beforeEach(() => {
  server.statements.length = 0
})
afterAll(() => server.close())

const opened = (mode: DatabaseTarget['mode']) =>
  openDatabase('SQL_SERVER', {
    address: { host: '127.0.0.1', address: '127.0.0.1', family: 4, port: server.port },
    database: 'people',
    user: 'writer',
    password: 'right',
    tls: null,
    mode,
  })

describe('a row of SQL Server', () => {
  it('is written in one call that takes itself back; values go beside the statement', async () => {
    const session = await opened('WRITE')
    expect(await session.write(change)).toBe('WRITTEN')
    expect(server.statements.at(-1)).toEqual({
      sql: written,
      parameters: { v0: "'; drop table people; --", v1: null, key: '7' },
    })
    expect(await session.write({ ...change, value: '8' })).toBe('NO_ROW')
    expect(await session.write({ ...change, value: '9' })).toBe('SEVERAL_ROWS')
    await session.close()
  })

  it('is not written by a session that reads', { meta: { covers: ['S66'] } }, async () => {
    const session = await opened('READ')
    await expect(session.write(change)).rejects.toMatchObject({ step: 'WRITE' })
    await session.close()
    expect(server.statements).toEqual([])
  })

  it('tells by which step it was refused, and which columns are open', async () => {
    const session = await opened('WRITE')
    const refused = session.write({ ...change, value: 'closed' })
    await expect(refused).rejects.toMatchObject({ step: 'WRITE', message: 'Error 229.' })
    expect(await session.writable('dbo.pe]ople')).toEqual(['fam]ily'])
    await session.close()
  })
})
