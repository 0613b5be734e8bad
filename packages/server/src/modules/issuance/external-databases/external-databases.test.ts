import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blankField } from '@signet/card/enrolment/generate'
import { templates } from '@signet/card/templates'
import {
  createExternalDatabase,
  deleteExternalDatabase,
  listDatabaseColumns,
  listDatabaseTables,
  listExternalDatabases,
  readExternalDatabase,
  testDatabaseConnection,
  updateExternalDatabase,
} from '@signet/contract/issuance/external-databases'
import {
  addFieldConnections,
  deleteFieldConnection,
  listFieldConnections,
  readConnectedValues,
  replaceFieldConnections,
} from '@signet/contract/issuance/field-connections'
import {
  readWorkflowDesign,
  updateWorkflowDesign,
  WorkflowDesign,
} from '@signet/contract/issuance/workflow-designs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { type MariaDb, startMariaDb } from '../../../../testing/databases/mariadb.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import { allowedTargetOf } from '../../../platform/config/outbound-allow.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { createCredentialDesign } from '../credential-designs/index.ts'
import { createWorkflowDesign } from '../workflow-designs/index.ts'

const authority = readFileSync(
  join(import.meta.dirname, '../../../../testing/tls/ca.pem'),
  'utf8',
).trim()
const onePixel =
  '89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c636060600000000400' +
  '01f61738550000000049454e44ae426082'

const people = `create table people (number varchar(20) primary key, family varchar(60), born date,
    photo {bytes}, level int);
  insert into people values ('7', 'Lovelace', '1815-12-10', {picture}, 3), ('8', 'O''Neil', null, null, null);
  create table twice (number varchar(20), family varchar(60));
  insert into twice values ('7', 'One'), ('7', 'Two');
  create view adults as select number, family from people;`

const peopleOf = (bytes: string, picture: string) =>
  people.replaceAll('{bytes}', bytes).replaceAll('{picture}', picture)

let test: TestApp
let as: string
let mariadb: MariaDb
let call: Call
let close: () => Promise<void>
const server = new URL(
  process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
)
const made = `signet_outside_${process.pid}`

const onServer = async (database: string, statements: readonly string[]): Promise<void> => {
  const url = new URL(server)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const startPostgresql = async (): Promise<void> => {
  await onServer('postgres', [
    `create role ${made} login password 'right'`,
    `create database ${made} owner ${made}`,
  ])
  await onServer(made, [
    peopleOf('bytea', `'\\x${onePixel}'`),
    `grant select on all tables in schema public to ${made}`,
    `create table hidden (a text)`,
  ])
}

const portOfServer = Number(server.port || 5432)

const allowing = (text: string) => {
  const target = allowedTargetOf(text)
  if (typeof target === 'string') throw new Error(target)
  return target
}

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  mariadb = await startMariaDb()
  mariadb.run(`create database people character set utf8mb4; use people;
    ${peopleOf('blob', `x'${onePixel}'`)}
    create user reader identified by 'right';
    grant select on people.* to reader; create database closed;`)
  await startPostgresql()
  const outboundAllow = [
    `database=localhost:${mariadb.port}`,
    `database=127.0.0.1:${portOfServer}`,
    'database=127.0.0.1:1',
  ].map(allowing)
  const config = { ...test.platform.config, outboundAllow }
  const resolve = (name: string) =>
    name === 'nowhere.example'
      ? Promise.reject(new Error('no such name'))
      : Promise.resolve([name === 'public.example' ? '93.184.216.34' : '127.0.0.1'])
  const outbound = createOutbound(config, resolve)
  const app = await createApp({ ...test.platform, config, outbound })
  await app.ready()
  call = createCall(app, new URL(test.tenant.publicUrl).host)
  close = async () => {
    await app.close()
    await outbound.close()
  }
}, 120_000)
afterAll(async () => {
  await close()
  await mariadb.close()
  await onServer('postgres', [
    `drop database if exists ${made} with (force)`,
    `drop role if exists ${made}`,
  ])
  await test.close()
})

let count = 0
const fresh = (): string => `Database ${(count += 1)}`
const postgresql = (more: object = {}) => ({
  name: fresh(),
  kind: 'POSTGRESQL' as const,
  host: '127.0.0.1',
  port: portOfServer,
  database: made,
  user: made,
  password: 'right',
  security: 'CLEAR' as const,
  ...more,
})
const mysql = (more: object = {}) => ({
  name: fresh(),
  kind: 'MYSQL' as const,
  host: 'localhost',
  port: mariadb.port,
  database: 'people',
  user: 'reader',
  password: 'right',
  security: 'TLS' as const,
  caCertificates: authority,
  ...more,
})
const servers = { PostgreSQL: postgresql, MariaDB: mysql }
const both = Object.entries(servers)

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.errorCode,
]

const added = async (body: ReturnType<typeof postgresql> | ReturnType<typeof mysql>) => {
  const answer = await call(createExternalDatabase, { as, body })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return { id: String(answer.body.id), params: { databaseId: String(answer.body.id) } }
}

describe.each(both)('%s of somebody else', (_, wanted) => {
  it('is added, tried and read: tables, views and columns', {
    meta: { covers: ['issuance.external-databases'] },
  }, async () => {
    const { id, params } = await added(wanted())
    const tried = await call(testDatabaseConnection, { as, body: { databaseId: id } })
    expect(tried.body).toMatchObject({ failed: null, detail: null })
    expect(tried.body.server).toMatch(/^(?:PostgreSQL|MySQL) \d+/)
    const { text } = await call(listDatabaseTables, { as, params })
    const tables: { name: string; isView: boolean }[] = JSON.parse(text)
    const named = (name: string) => tables.find((each) => each.name.endsWith(name))
    expect([named('people')?.isView, named('adults')?.isView]).toEqual([false, true])
    const columns = await call(listDatabaseColumns, {
      as,
      params: { ...params, tableName: named('people')?.name ?? '' },
    })
    expect(JSON.parse(columns.text)).toEqual([
      { name: 'number', kind: 'TEXT' },
      { name: 'family', kind: 'TEXT' },
      { name: 'born', kind: 'DATE' },
      { name: 'photo', kind: 'BINARY' },
      { name: 'level', kind: 'NUMBER' },
    ])
  })

  it.each([
    ['ADDRESS', { host: 'nowhere.example', security: 'TLS' as const }],
    ['CONNECT', { host: '127.0.0.1', port: 1, security: 'CLEAR' as const }],
    ['SIGN_IN', { user: 'nobody_of_that_name' }],
    ['DATABASE', { database: 'closed' }],
  ])(
    'names %s as the step that fails',
    { meta: { covers: ['issuance.external-databases'] } },
    async (step, more) => {
      const { id } = await added(wanted(more))
      const { body } = await call(testDatabaseConnection, { as, body: { databaseId: id } })
      expect(body).toMatchObject({ failed: step, server: null, tables: null })
      const tables = await call(listDatabaseTables, { as, params: { databaseId: id } })
      expect(codeOf(tables)).toEqual([400, 'ISSUANCE_EXTERNAL_DATABASE_FAILED'])
      expect(tables.body.parameters).toEqual({ step })
    },
  )

  it('is asked with parameters: a value is never a part of the statement', {
    meta: { covers: ['S56'] },
  }, async () => {
    const { id } = await added(wanted())
    const table = wanted === postgresql ? 'public.people' : 'people'
    const workflow = await connected(id, table, ['family'])
    for (const key of ["7' or '1'='1", "7'; drop table people; --", '7" or ""="', '7\\']) {
      const { body } = await call(readConnectedValues, {
        as,
        params: workflow,
        body: { keys: { number: key } },
      })
      expect(body.sources).toMatchObject([{ outcome: 'NO_ROW' }])
    }
    const found = await call(readConnectedValues, {
      as,
      params: workflow,
      body: { keys: { number: '8' } },
    })
    expect(found.body.values).toEqual({ family: "O'Neil" })
  })

  it('gives texts, days, numbers and pictures to their fields', {
    meta: { covers: ['issuance.field-connections'] },
  }, async () => {
    const { id } = await added(wanted())
    const table = wanted === postgresql ? 'public.people' : 'people'
    const params = await connected(id, table, ['family', 'born', 'photo', 'level'])
    const { body } = await call(readConnectedValues, {
      as,
      params,
      body: { keys: { number: '7' } },
    })
    expect(body).toMatchObject({
      values: { family: 'Lovelace', born: '1815-12-10', level: '3' },
      sources: [{ table, outcome: 'READ', fields: ['born', 'family', 'level', 'photo'] }],
    })
    expect(body.values).toHaveProperty(
      'photo',
      `data:image/png;base64,${Buffer.from(onePixel, 'hex').toString('base64')}`,
    )
  })

  it('takes no value where more than one row has the key, or a column is gone', async () => {
    const { id } = await added(wanted())
    const table = wanted === postgresql ? 'public.twice' : 'twice'
    const several = await connected(id, table, ['family'])
    const read = (params: { workflowId: string }) =>
      call(readConnectedValues, { as, params, body: { keys: { number: '7' } } })
    expect((await read(several)).body).toMatchObject({
      values: {},
      sources: [{ outcome: 'SEVERAL_ROWS' }],
    })
    const gone = await connected(id, table, ['level'])
    expect((await read(gone)).body).toMatchObject({ values: {}, sources: [{ outcome: 'FAILED' }] })
  })

  it('does not show its password, and keeps it sealed', { meta: { covers: ['S56'] } }, async () => {
    const { params, id } = await added(wanted({ password: 'right' }))
    const { text } = await call(readExternalDatabase, { as, params })
    expect(text).not.toContain('right')
    const row = await test.ctx.db
      .selectFrom('external_databases')
      .selectAll()
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.sealed_password.toString('latin1')).not.toContain('right')
  })
})

const workflowWith = async (): Promise<{ workflowId: string }> => {
  const card = await createCredentialDesign(test.ctx, {
    name: fresh(),
    description: null,
    design: templates.student(),
  })
  const field = (kind: 'TEXT' | 'DATE' | 'PHOTO' | 'NUMBER', id: string) =>
    blankField(kind, { id, name: `My ${id}` })
  const { value } = await createWorkflowDesign(test.ctx, {
    name: fresh(),
    description: null,
    credentialDesignId: card.value.id,
    allGroups: true,
    groupIds: [],
    definition: {
      steps: [
        {
          id: 'one',
          title: 'One',
          fields: [
            field('TEXT', 'number'),
            field('TEXT', 'family'),
            field('DATE', 'born'),
            field('PHOTO', 'photo'),
            field('NUMBER', 'level'),
          ],
        },
      ],
    },
  })
  return { workflowId: value.id }
}

const connection = (databaseId: string, table: string, fieldId: string) => ({
  fieldId,
  databaseId,
  table,
  column: fieldId,
  keyColumn: 'number',
  keyFieldId: 'number',
  writeBack: false,
})

/** An enrollment design whose fields of these names come from the columns of the same names. */
const connected = async (databaseId: string, table: string, fields: readonly string[]) => {
  const params = await workflowWith()
  const connections = fields.map((each) => connection(databaseId, table, each))
  const { status } = await call(replaceFieldConnections, { as, params, body: { connections } })
  expect(status).toBe(200)
  return params
}

describe('TLS to an external database', () => {
  it('is of the name that was asked for, by an authority that is known', {
    meta: { covers: ['S56'] },
  }, async () => {
    const unknown = await added(mysql({ caCertificates: null }))
    const plain = await added(postgresql({ security: 'TLS' }))
    for (const { id } of [unknown, plain]) {
      const { body } = await call(testDatabaseConnection, { as, body: { databaseId: id } })
      expect(body.failed).toBe('TLS')
    }
  })
})

describe('an external database', () => {
  it('inside is refused where the operator has not named it, and clear text anywhere else', {
    meta: { covers: ['S56'] },
  }, async () => {
    const refused = [400, 'ISSUANCE_EXTERNAL_DATABASE_REFUSED']
    const bodies = [
      postgresql({ port: portOfServer + 1 }),
      postgresql({ host: '169.254.169.254', security: 'TLS' }),
      postgresql({ host: 'public.example', security: 'CLEAR' }),
    ]
    for (const body of bodies) {
      expect(codeOf(await call(createExternalDatabase, { as, body }))).toEqual(refused)
    }
    await added(postgresql({ host: 'public.example', security: 'TLS' }))
  })

  it('gets its password again before it is sent elsewhere', {
    meta: { covers: ['S56'] },
  }, async () => {
    const { params } = await added(postgresql())
    const { password: _, ...same } = postgresql({ name: fresh() })
    expect((await call(updateExternalDatabase, { as, params, body: same })).status).toBe(200)
    for (const more of [{ host: 'localhost', port: mariadb.port }, { user: 'b' }]) {
      const answer = await call(updateExternalDatabase, { as, params, body: { ...same, ...more } })
      expect(codeOf(answer)).toEqual([400, 'ISSUANCE_EXTERNAL_DATABASE_PASSWORD_NEEDED'])
    }
  })

  it('is listed, has a name of its own, and is not changed over another’s change', async () => {
    const body = postgresql()
    const { params } = await added(body)
    expect(codeOf(await call(createExternalDatabase, { as, body }))).toEqual([
      409,
      'ISSUANCE_EXTERNAL_DATABASE_EXISTS',
    ])
    expect((await call(listExternalDatabases, { as })).text).toContain(body.name)
    const headers = { 'if-match': '"7"' }
    const late = await call(updateExternalDatabase, { as, params, body, headers })
    expect(codeOf(late)).toEqual([412, 'precondition_failed'])
    expect((await call(deleteExternalDatabase, { as, params })).status).toBe(204)
  })

  it('is seen, changed and opened by none who is limited to groups', {
    meta: { covers: ['S56'] },
  }, async () => {
    const { id, params } = await added(postgresql())
    const group = await buildGroup(test.ctx)
    const { token } = await buildAdmin(test.ctx, {
      groupIds: [group.id],
      permissions: [
        ['ISSUANCE', 'VIEW'],
        ['ISSUANCE', 'ADD'],
        ['ISSUANCE', 'EDIT'],
        ['ISSUANCE', 'REMOVE'],
        ['ENROLLMENTS', 'ADD'],
      ],
    })
    const connectedTo = await connected(id, 'public.people', ['family'])
    const refused = [403, 'rights_not_held']
    const answers = [
      await call(createExternalDatabase, { as: token, body: postgresql() }),
      await call(updateExternalDatabase, { as: token, params, body: postgresql() }),
      await call(deleteExternalDatabase, { as: token, params }),
      await call(testDatabaseConnection, { as: token, body: { databaseId: id } }),
      await call(listExternalDatabases, { as: token }),
      await call(readExternalDatabase, { as: token, params }),
      await call(listDatabaseTables, { as: token, params }),
      await call(listDatabaseColumns, { as: token, params: { ...params, tableName: 'people' } }),
      await call(readConnectedValues, {
        as: token,
        params: connectedTo,
        body: { keys: { number: '1' } },
      }),
    ]
    for (const answer of answers) expect(codeOf(answer)).toEqual(refused)
  })

  it('is opened by none who may only view', { meta: { covers: ['S56'] } }, async () => {
    const { params } = await added(postgresql())
    const { token } = await buildAdmin(test.ctx, { permissions: [['ISSUANCE', 'VIEW']] })
    const column = { ...params, tableName: 'public.people' }
    const tables = await call(listDatabaseTables, { as: token, params })
    const columns = await call(listDatabaseColumns, { as: token, params: column })
    expect([tables.status, columns.status]).toEqual([403, 403])
    expect((await call(listExternalDatabases, { as: token })).status).toBe(200)
  })
})

describe('a field of an enrollment design', () => {
  it('has one source: two are refused at save, in one call and over two', {
    meta: { covers: ['issuance.field-connections'] },
  }, async () => {
    const { id } = await added(postgresql())
    const other = await added(mysql())
    const params = await workflowWith()
    const twice = [
      connection(id, 'public.people', 'family'),
      connection(other.id, 'people', 'family'),
    ]
    const refused = [409, 'ISSUANCE_FIELD_CONNECTED_TWICE']
    const body = { connections: twice }
    expect(codeOf(await call(replaceFieldConnections, { as, params, body }))).toEqual(refused)
    const one = { connections: twice.slice(0, 1) }
    expect((await call(addFieldConnections, { as, params, body: one })).status).toBe(200)
    const second = { connections: twice.slice(1) }
    expect(codeOf(await call(addFieldConnections, { as, params, body: second }))).toEqual(refused)
    const { body: left } = await call(listFieldConnections, { as, params })
    expect(left).toEqual(one)
  })

  it('keeps its database from being deleted, until it is disconnected', async () => {
    const { id, params: database } = await added(postgresql())
    const params = await connected(id, 'public.people', ['family'])
    expect(codeOf(await call(deleteExternalDatabase, { as, params: database }))).toEqual([
      409,
      'ISSUANCE_EXTERNAL_DATABASE_IN_USE',
    ])
    const field = { ...params, fieldId: 'family' }
    expect((await call(deleteFieldConnection, { as, params: field })).status).toBe(204)
    expect(codeOf(await call(deleteFieldConnection, { as, params: field }))).toEqual([
      404,
      'ISSUANCE_FIELD_CONNECTION_NOT_FOUND',
    ])
    expect((await call(deleteExternalDatabase, { as, params: database })).status).toBe(204)
  })

  it('takes its source along when it leaves the design', async () => {
    const { id, params: database } = await added(postgresql())
    const params = await connected(id, 'public.people', ['family', 'born'])
    const read = await call(readWorkflowDesign, { as, params })
    const { name, credentialDesignId, definition } = WorkflowDesign.parse(read.body)
    const steps = definition.steps.map((step) => ({
      ...step,
      fields: step.fields.filter((each) => each.id !== 'family'),
    }))
    const saved = await call(updateWorkflowDesign, {
      as,
      params,
      body: {
        name,
        description: null,
        credentialDesignId,
        allGroups: true,
        groupIds: [],
        definition: { steps },
      },
      headers: { 'if-match': String(read.headers.etag) },
    })
    expect(saved.status, saved.text).toBe(200)
    const left = { connections: [connection(id, 'public.people', 'born')] }
    expect((await call(listFieldConnections, { as, params })).body).toEqual(left)
    const field = { ...params, fieldId: 'born' }
    expect((await call(deleteFieldConnection, { as, params: field })).status).toBe(204)
    expect((await call(deleteExternalDatabase, { as, params: database })).status).toBe(204)
  })

  it.each([
    ['that is not there', { fieldId: 'nothing' }, 'NO_SUCH_FIELD'],
    ['found by a picture', { keyFieldId: 'photo' }, 'NO_KEY'],
    ['found by itself', { keyFieldId: 'family' }, 'KEY_IS_FILLED'],
  ])('%s is refused', async (_, more, reason) => {
    const { id } = await added(postgresql())
    const params = await workflowWith()
    const connections = [{ ...connection(id, 'public.people', 'family'), ...more }]
    const answer = await call(addFieldConnections, { as, params, body: { connections } })
    expect(codeOf(answer)).toEqual([400, 'ISSUANCE_FIELD_CONNECTION_INVALID'])
    expect(answer.body.parameters).toMatchObject({ reason })
  })

  it('comes from a database of this account', async () => {
    const params = await workflowWith()
    const connections = [connection(crypto.randomUUID(), 'public.people', 'family')]
    expect(codeOf(await call(addFieldConnections, { as, params, body: { connections } }))).toEqual([
      404,
      'ISSUANCE_EXTERNAL_DATABASE_NOT_FOUND',
    ])
  })
})
