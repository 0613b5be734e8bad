import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blankField } from '@signet/card/enrolment/generate'
import { templates } from '@signet/card/templates'
import {
  createExternalDatabase,
  listDatabaseColumns,
  listDatabaseTables,
  testDatabaseConnection,
} from '@signet/contract/issuance/external-databases'
import {
  readConnectedValues,
  replaceFieldConnections,
} from '@signet/contract/issuance/field-connections'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import {
  type Answering,
  type SqlServer,
  startSqlServer,
} from '../../../../testing/databases/sql-server.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { allowedTargetOf } from '../../../platform/config/outbound-allow.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { createCredentialDesign } from '../credential-designs/index.ts'
import { createWorkflowDesign } from '../workflow-designs/index.ts'

// The server is a double that follows [MS-TDS]; the product itself was not there to be asked.

const authority = readFileSync(
  join(import.meta.dirname, '../../../../testing/tls/ca.pem'),
  'utf8',
).trim()
const onePixel = Buffer.from(
  '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c636060600000000400' +
    '01f61738550000000049454e44ae426082',
  'hex',
)

const tablesAsked = `select top (1000) TABLE_SCHEMA + N'.' + TABLE_NAME, TABLE_TYPE from INFORMATION_SCHEMA.TABLES order by 1`
const columnsAsked = `select top (500) COLUMN_NAME, DATA_TYPE from INFORMATION_SCHEMA.COLUMNS where TABLE_SCHEMA + N'.' + TABLE_NAME = @table order by ORDINAL_POSITION`
const partsAsked = `select top (2) TABLE_SCHEMA, TABLE_NAME from INFORMATION_SCHEMA.TABLES where TABLE_SCHEMA + N'.' + TABLE_NAME = @table`
const text = (column: string) => `left(convert(nvarchar(max), ${column}), 2001)`
/** A table and columns that only a quoting driver asks for. */
const rowAsked = `select top (2) convert(nvarchar(10), [born], 23), ${text('[family]]name]')}, ${text('[level]')}, substring([photo], 1, 600001) from [dbo].[our ]]people] where convert(nvarchar(4000), [staff]]no]) = @key`

const columns = [
  ['staff]no', 'nvarchar'],
  ['family]name', 'nvarchar'],
  ['born', 'datetime2'],
  ['photo', 'varbinary'],
  ['level', 'int'],
]

const knows: Answering = ({ sql, parameters }) => {
  if (sql.includes('ProductVersion')) return [['16.0.4135.4']]
  if (sql === tablesAsked) {
    return [
      ['dbo.adults', 'VIEW'],
      ['dbo.our ]people', 'BASE TABLE'],
    ]
  }
  const isPeople = parameters.table === 'dbo.our ]people'
  if (sql === columnsAsked) return isPeople ? columns : []
  if (sql === partsAsked) return isPeople ? [['dbo', 'our ]people']] : []
  if (sql !== rowAsked) return 102
  const lovelace = ['1815-12-10', 'Lovelace', '3', onePixel]
  if (parameters.key === '8') return [lovelace, lovelace]
  return parameters.key === '7' ? [lovelace] : []
}

let test: TestApp
let as: string
let call: Call
let close: () => Promise<void>
let servers: Record<'secured' | 'clear' | 'elsewhere', SqlServer>

const allowing = ({ port }: SqlServer) =>
  ['localhost', 'another.example'].map((host) => {
    const target = allowedTargetOf(`database=${host}:${port}`)
    if (typeof target === 'string') throw new Error(target)
    return target
  })

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  const shared = { user: 'reader', password: 'Right÷7', databases: ['people'], answer: knows }
  const clear = await startSqlServer({ ...shared, isTls: false })
  const place = { host: '127.0.0.1', port: clear.port }
  servers = {
    secured: await startSqlServer({ ...shared, isTls: true }),
    clear,
    elsewhere: await startSqlServer({ ...shared, isTls: true, elsewhere: place }),
  }
  const config = {
    ...test.platform.config,
    outboundAllow: Object.values(servers).flatMap(allowing),
  }
  const outbound = createOutbound(config, (name) =>
    name === 'nowhere.example'
      ? Promise.reject(new Error('no such name'))
      : Promise.resolve(['127.0.0.1']),
  )
  const app = await createApp({ ...test.platform, config, outbound })
  await app.ready()
  call = createCall(app, new URL(test.tenant.publicUrl).host)
  close = async () => {
    await app.close()
    await outbound.close()
  }
}, 60_000)
beforeEach(() => {
  for (const { logins, statements } of Object.values(servers)) {
    logins.length = 0
    statements.length = 0
  }
})
afterAll(async () => {
  await close()
  for (const server of Object.values(servers)) server.close()
  await test.close()
})

const added = async (server: SqlServer, more: object = {}): Promise<string> => {
  const body = {
    name: `Database ${test.platform.ids.random(6).toString('hex')}`,
    kind: 'SQL_SERVER' as const,
    host: 'localhost',
    port: server.port,
    database: 'people',
    user: 'reader',
    password: 'Right÷7',
    security: 'TLS' as const,
    caCertificates: authority,
    ...more,
  }
  const answer = await call(createExternalDatabase, { as, body })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return String(answer.body.id)
}

const tried = async (server: SqlServer, more: object = {}) => {
  const databaseId = await added(server, more)
  return (await call(testDatabaseConnection, { as, body: { databaseId } })).body
}

const connected = async (databaseId: string): Promise<{ workflowId: string }> => {
  const design = templates.student()
  const name = `Design ${test.platform.ids.random(6).toString('hex')}`
  const card = await createCredentialDesign(test.ctx, { name, description: null, design })
  const fields = [
    blankField('TEXT', { id: 'number', name: 'Number' }),
    blankField('TEXT', { id: 'family', name: 'Family' }),
    blankField('DATE', { id: 'born', name: 'Born' }),
    blankField('PHOTO', { id: 'photo', name: 'Photo' }),
    blankField('NUMBER', { id: 'level', name: 'Level' }),
  ]
  const { value } = await createWorkflowDesign(test.ctx, {
    name,
    description: null,
    credentialDesignId: card.value.id,
    allGroups: true,
    groupIds: [],
    definition: { steps: [{ id: 'one', title: 'One', fields }] },
  })
  const params = { workflowId: value.id }
  const place = { databaseId, table: 'dbo.our ]people', keyColumn: 'staff]no' }
  const connections = [
    ['family', 'family]name'],
    ['born', 'born'],
    ['photo', 'photo'],
    ['level', 'level'],
  ].map(([fieldId = '', column = '']) => ({ ...place, fieldId, column, keyFieldId: 'number' }))
  const { status } = await call(replaceFieldConnections, { as, params, body: { connections } })
  expect(status).toBe(200)
  return params
}

describe('SQL Server of somebody else', () => {
  it('is signed in to inside TLS, and tells its tables, views and columns', {
    meta: { covers: ['issuance.external-databases'] },
  }, async () => {
    const server = servers.secured
    const databaseId = await added(server)
    const { body } = await call(testDatabaseConnection, { as, body: { databaseId } })
    expect(body).toMatchObject({ failed: null, server: 'SQL Server 16.0.4135.4', tables: 2 })
    expect(server.logins).toEqual([
      { host: 'signet', user: 'reader', password: 'Right÷7', database: 'people' },
    ])
    const tables = await call(listDatabaseTables, { as, params: { databaseId } })
    expect(JSON.parse(tables.text)).toEqual([
      { name: 'dbo.adults', isView: true },
      { name: 'dbo.our ]people', isView: false },
    ])
    const params = { databaseId, tableName: 'dbo.our ]people' }
    expect(JSON.parse((await call(listDatabaseColumns, { as, params })).text)).toEqual([
      { name: 'staff]no', kind: 'TEXT' },
      { name: 'family]name', kind: 'TEXT' },
      { name: 'born', kind: 'DATE' },
      { name: 'photo', kind: 'BINARY' },
      { name: 'level', kind: 'NUMBER' },
    ])
  })

  it('gives texts, days, numbers and pictures; values go beside the statement, names in brackets', {
    meta: { covers: ['S66'] },
  }, async () => {
    const params = await connected(await added(servers.secured))
    const read = (key: string) =>
      call(readConnectedValues, { as, params, body: { keys: { number: key } } })
    expect((await read('7')).body).toMatchObject({
      values: {
        family: 'Lovelace',
        born: '1815-12-10',
        level: '3',
        photo: `data:image/png;base64,${onePixel.toString('base64')}`,
      },
      sources: [{ outcome: 'READ' }],
    })
    for (const key of ["7' or '1'='1", "7'; drop table people; --"]) {
      expect((await read(key)).body).toMatchObject({ sources: [{ outcome: 'NO_ROW' }] })
      const asked = { sql: rowAsked, parameters: { key } }
      expect(servers.secured.statements.at(-1)).toEqual(asked)
    }
    expect((await read('8')).body).toMatchObject({ sources: [{ outcome: 'SEVERAL_ROWS' }] })
  })

  it.each([
    ['ADDRESS', 'secured', { host: 'nowhere.example' }],
    ['SIGN_IN', 'secured', { user: 'nobody' }],
    ['SIGN_IN', 'secured', { password: 'wrong' }],
    ['DATABASE', 'secured', { database: 'closed' }],
    ['TLS', 'secured', { caCertificates: null }],
    ['TLS', 'secured', { host: 'another.example' }],
    ['TLS', 'clear', {}],
  ] as const)(
    'names %s as the step that fails at the %s one',
    { meta: { covers: ['issuance.external-databases'] } },
    async (step, server, more) => {
      expect(await tried(servers[server], more)).toMatchObject({
        failed: step,
        detail: expect.any(String),
        server: null,
      })
    },
  )

  it('gets no password where TLS fails, nor in clear where TLS was asked for', {
    meta: { covers: ['S66'] },
  }, async () => {
    await tried(servers.secured, { caCertificates: null })
    await tried(servers.secured, { host: 'another.example' })
    await tried(servers.clear)
    expect([servers.secured.logins, servers.clear.logins]).toEqual([[], []])
  })

  it('is read in clear where that is wanted and named', async () => {
    const more = { security: 'CLEAR', caCertificates: null }
    expect(await tried(servers.clear, more)).toMatchObject({ failed: null, tables: 2 })
  })

  it('that sends elsewhere is not followed', { meta: { covers: ['S66'] } }, async () => {
    const body = await tried(servers.elsewhere)
    expect(body).toMatchObject({ failed: 'SIGN_IN', server: null })
    expect(body.detail).toMatch(/sends elsewhere/)
    expect([servers.elsewhere.logins.length, servers.clear.logins.length]).toEqual([1, 0])
  })
})
