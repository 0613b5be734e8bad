import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blankField } from '@signet/card/enrolment/generate'
import { templates } from '@signet/card/templates'
import {
  createEnrollment,
  readEnrollmentCredential,
  updateEnrollment,
} from '@signet/contract/issuance/enrollments'
import {
  createExternalDatabase,
  testDatabaseConnection,
  updateExternalDatabase,
} from '@signet/contract/issuance/external-databases'
import { replaceFieldConnections } from '@signet/contract/issuance/field-connections'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { type MariaDb, startMariaDb } from '../../../../testing/databases/mariadb.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createApp } from '../../../app.ts'
import type { Context } from '../../../kit/context.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { allowedTargetOf } from '../../../platform/config/outbound-allow.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { createCredentialDesign } from '../credential-designs/index.ts'
import { createWorkflowDesign } from '../workflow-designs/index.ts'
import { workOnWriteBack } from './index.ts'

const authority = readFileSync(
  join(import.meta.dirname, '../../../../testing/tls/ca.pem'),
  'utf8',
).trim()
const server = new URL(
  process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
)
const portOfServer = Number(server.port || 5432)
const made = `signet_written_${process.pid}`

const tables = [
  `create table people (number varchar(20), family varchar(10), born date, level int, other varchar(20))`,
  `create table closed (number varchar(20), family varchar(10))`,
]
const rows = `delete from people; insert into people values
  ('7', 'Lovelace', '1815-12-10', 3, 'stays'), ('8', 'O''Neil', null, null, 'stays'),
  ('9', 'One', null, null, 'a'), ('9', 'Two', null, null, 'b')`
const everything = `select number, family, born, level, other from people order by number, family`

let test: TestApp
let jobs: Context
let as: string
let call: Call
let mariadb: MariaDb
let close: () => Promise<void>

const askPostgresql = async (database: string, ...statements: string[]): Promise<string> => {
  const url = new URL(server)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    let answer = ''
    for (const text of statements) {
      const result = await client.query<(string | null)[]>({ text, rowMode: 'array', types })
      answer = (result.rows ?? [])
        .map((row) => row.map((each) => each ?? 'NULL').join('\t'))
        .join('\n')
    }
    return answer
  } finally {
    await client.end()
  }
}
/** All values as the texts that they travel as. */
const types = { getTypeParser: () => (text: string) => text }

const allowing = (text: string) => {
  const target = allowedTargetOf(text)
  if (typeof target === 'string') throw new Error(target)
  return target
}

beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  mariadb = await startMariaDb()
  mariadb.run(`create database people character set utf8mb4; use people; ${tables.join(';')};
    set global sql_mode = ''; create user writer identified by 'right'; grant select, update on people.people to writer;
    grant select on people.closed to writer`)
  await askPostgresql(
    'postgres',
    `create role ${made} login password 'right'`,
    `create database ${made}`,
  )
  await askPostgresql(
    made,
    ...tables,
    `grant select on people, closed to ${made}`,
    `grant update on people to ${made}`,
  )
  const outboundAllow = [
    `database=localhost:${mariadb.port}`,
    `database=127.0.0.1:${portOfServer}`,
    'database=127.0.0.1:1',
  ].map(allowing)
  const config = { ...test.platform.config, outboundAllow }
  const outbound = createOutbound(config, () => Promise.resolve(['127.0.0.1']))
  const platform = { ...test.platform, config, outbound }
  jobs = systemContext(platform, { tenant: test.ctx.tenant, name: 'job:write-backs' })
  const app = await createApp(platform)
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
  await askPostgresql(
    'postgres',
    `drop database if exists ${made} with (force)`,
    `drop role if exists ${made}`,
  )
  await test.close()
})
beforeEach(async () => {
  await askPostgresql(made, rows)
  mariadb.run(`use people; ${rows}`)
})

const fresh = (): string => `Written ${test.platform.ids.random(6).toString('hex')}`
const place = { user: 'writer', password: 'right', readOnly: false }
const places = {
  PostgreSQL: {
    body: {
      ...place,
      kind: 'POSTGRESQL' as const,
      host: '127.0.0.1',
      port: () => portOfServer,
      database: made,
      user: made,
      security: 'CLEAR' as const,
      caCertificates: null,
    },
    table: 'public.people',
    closed: 'public.closed',
    stands: () => askPostgresql(made, everything),
  },
  MariaDB: {
    body: {
      ...place,
      kind: 'MYSQL' as const,
      host: 'localhost',
      port: () => mariadb.port,
      database: 'people',
      security: 'TLS' as const,
      caCertificates: authority,
    },
    table: 'people',
    closed: 'closed',
    stands: () => Promise.resolve(mariadb.run(`use people; ${everything}`).trim()),
  },
}
type Place = (typeof places)['PostgreSQL' | 'MariaDB']

const stood = `7\tLovelace\t1815-12-10\t3\tstays
8\tO'Neil\tNULL\tNULL\tstays
9\tOne\tNULL\tNULL\ta
9\tTwo\tNULL\tNULL\tb`

const bodyOf = ({ body }: Place, more: object = {}) => ({
  ...body,
  name: fresh(),
  port: body.port(),
  ...more,
})

const added = async (at: Place, more: object = {}): Promise<string> => {
  const { status, body, text } = await call(createExternalDatabase, { as, body: bodyOf(at, more) })
  expect([status, text]).toEqual([201, expect.any(String)])
  return String(body.id)
}

const workflowWith = async (): Promise<{ workflowId: string }> => {
  const design = templates.student()
  const card = await createCredentialDesign(test.ctx, { name: fresh(), description: null, design })
  const fields = [
    blankField('TEXT', { id: 'number', name: 'Number' }),
    blankField('TEXT', { id: 'family', name: 'Family' }),
    blankField('DATE', { id: 'born', name: 'Born' }),
    blankField('NUMBER', { id: 'level', name: 'Level' }),
    blankField('PHOTO', { id: 'photo', name: 'Photo' }),
  ]
  const { value } = await createWorkflowDesign(test.ctx, {
    name: fresh(),
    description: null,
    credentialDesignId: card.value.id,
    allGroups: true,
    groupIds: [],
    definition: { steps: [{ id: 'one', title: 'One', fields }] },
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
  writeBack: true,
})

interface Person {
  readonly workflowId: string
  readonly id: string
  readonly databaseId: string
}

/** Somebody whose fields write back, as they are enrolled. */
const enrolled = async (
  at: Place,
  values: Readonly<Record<string, string>>,
  { more = {}, groupId = null }: { readonly more?: object; readonly groupId?: string | null } = {},
): Promise<Person> => {
  const databaseId = await added(at, more)
  const params = await workflowWith()
  const connections = ['family', 'born', 'level'].map((id) => connection(databaseId, at.table, id))
  const saved = await call(replaceFieldConnections, { as, params, body: { connections } })
  expect(saved.status, saved.text).toBe(200)
  const body = { ...params, values, groupId, draft: true }
  const { status, body: record, text } = await call(createEnrollment, { as, body })
  expect(status, text).toBe(200)
  return { ...params, id: String(record.id), databaseId }
}

const change = async (
  { id }: Person,
  values: Readonly<Record<string, string | null>>,
  by = as,
): Promise<void> => {
  const params = { enrollmentId: id }
  const { headers } = await call(readEnrollmentCredential, { as: by, params })
  const answer = await call(updateEnrollment, {
    as: by,
    params,
    body: { values, draft: true },
    headers: { 'if-match': String(headers.etag) },
  })
  expect(answer.status, answer.text).toBe(200)
}

const queued = async ({ id }: Person): Promise<number> => {
  const waiting = await test.ctx.db
    .selectFrom('job_contents')
    .select(['id', 'sealed'])
    .where('tenant_id', '=', test.tenant.id)
    .where('queue', '=', 'write-backs')
    .execute()
  const texts = await Promise.all(
    waiting.map((row) =>
      test.platform.secrets.open(test.tenant.id, `job:${row.id}`, row.sealed ?? Buffer.alloc(0)),
    ),
  )
  return texts.filter((text) => text.toString().includes(id)).length
}

const work = ({ id }: Person, isLast = false): Promise<void> =>
  workOnWriteBack(jobs, {
    content: { enrollmentId: id },
    isLast,
    signal: new AbortController().signal,
  })

const told = async ({ id }: Person) => {
  const { body } = await call(readEnrollmentCredential, { as, params: { enrollmentId: id } })
  const all: { field: string; state: string; reason: string | null }[] = JSON.parse(
    JSON.stringify(body.writeBacks),
  )
  return all.map(({ field, state, reason }) => [field, state, reason])
}

const noted = ({ id }: Person) =>
  test.ctx.db
    .selectFrom('audit_events as e')
    .innerJoin('audit_details as d', (on) =>
      on.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.event_id', '=', 'e.id'),
    )
    .select(['e.action', 'd.detail'])
    .where('e.tenant_id', '=', test.tenant.id)
    .where('e.entity_id', '=', id)
    .where('e.action', 'like', 'ENROLLMENT_WRIT%')
    .execute()

describe.each(Object.entries(places))('a changed record, by %s', (_, at) => {
  it('goes to the one row with its key, in a job; no other row, column or key changes', {
    meta: { covers: ['issuance.field-connections', 'S66'] },
  }, async () => {
    const person = await enrolled(at, { Number: '7', Family: 'Lovelace', Level: '3' })
    expect(await queued(person)).toBe(0)
    const family = `O'B"; --`
    await change(person, { Family: family, Born: '1816-01-02', Level: null })
    expect([await queued(person), await at.stands()]).toEqual([1, stood])
    await work(person)
    const now = stood.replace('7\tLovelace\t1815-12-10\t3', `7\t${family}\t1816-01-02\tNULL`)
    expect([await at.stands(), await told(person)]).toEqual([now, []])
    const [event, ...others] = await noted(person)
    expect([event?.action, others]).toEqual(['ENROLLMENT_WRITTEN_BACK', []])
    expect(event?.detail).toContain('family')
    expect(event?.detail).not.toContain('1816')
    // Once more: the same stands there.
    await work(person)
    expect([await at.stands(), (await noted(person)).length]).toEqual([now, 1])
  })

  it.each([
    ['NO_ROW', '10'],
    ['SEVERAL_ROWS', '9'],
  ])(
    'changes nothing where there is %s, and the record says so',
    { meta: { covers: ['S66'] } },
    async (reason, Number) => {
      const person = await enrolled(at, { Number, Family: 'X' })
      await change(person, { Family: 'Y' })
      await work(person)
      expect([await at.stands(), await told(person)]).toEqual([
        stood,
        [['Family', 'FAILED', reason]],
      ])
      expect(await noted(person)).toMatchObject([{ action: 'ENROLLMENT_WRITE_BACK_FAILED' }])
    },
  )

  it('is saved all the same while the database is away, and written when it is saved again', async () => {
    const person = await enrolled(at, { Number: '7', Family: 'X' }, { more: { password: 'wrong' } })
    await change(person, { Family: 'Byron' })
    await expect(work(person)).rejects.toThrow('something waits')
    expect(await told(person)).toEqual([['Family', 'WAITING', null]])
    await work(person, true)
    expect(await told(person)).toEqual([['Family', 'FAILED', 'UNREACHED']])
    const params = { databaseId: person.databaseId }
    await call(updateExternalDatabase, { as, params, body: bodyOf(at) })
    await change(person, {})
    await work(person)
    expect([await at.stands(), await told(person)]).toEqual([
      stood.replace('Lovelace', 'Byron'),
      [],
    ])
  })

  it('that does not fit is refused, not cut', async () => {
    const person = await enrolled(at, { Number: '7', Family: 'X' })
    await change(person, { Family: 'Longer than ten' })
    await work(person, true)
    expect([await at.stands(), await told(person)]).toEqual([
      stood,
      [['Family', 'FAILED', 'REFUSED']],
    ])
  })

  it('stays where the database is only read, whatever the connection says', {
    meta: { covers: ['S66'] },
  }, async () => {
    const person = await enrolled(at, { Number: '7', Family: 'X' })
    await change(person, { Family: 'Byron' })
    const params = { databaseId: person.databaseId }
    const body = bodyOf(at, { readOnly: true })
    expect((await call(updateExternalDatabase, { as, params, body })).status).toBe(200)
    await work(person)
    expect([await at.stands(), await told(person)]).toEqual([
      stood,
      [['Family', 'FAILED', 'READ_ONLY']],
    ])
  })

  it('is tried by the connection test, which asks the server for the right and writes nothing', async () => {
    const { databaseId } = await enrolled(at, { Number: '7' })
    const tried = async () =>
      (await call(testDatabaseConnection, { as, body: { databaseId } })).body
    expect(await tried()).toMatchObject({ failed: null })
    const params = await workflowWith()
    const connect = async (table: string, fieldId: string) => {
      const connections = [connection(databaseId, table, fieldId)]
      expect(
        (await call(replaceFieldConnections, { as, params, body: { connections } })).status,
      ).toBe(200)
    }
    await connect(at.closed, 'family')
    expect(await tried()).toMatchObject({ failed: 'WRITE', detail: `${at.closed}.family` })
    await connect(at.closed, 'born')
    expect(await tried()).toMatchObject({ failed: 'COLUMN', detail: `${at.closed}.born` })
    await connect(`${at.closed}_no`, 'born')
    expect(await tried()).toMatchObject({ failed: 'TABLE', detail: `${at.closed}_no` })
    expect(await at.stands()).toBe(stood)
  })
})

describe('writing back', () => {
  const at = places.PostgreSQL

  it.each([
    ['into a database that is only read', { readOnly: true }, 'family', 'READ_ONLY'],
    ['of a picture', {}, 'photo', 'PICTURE'],
    ['into a key', {}, 'number', 'KEY_COLUMN'],
  ])('%s is refused at save', { meta: { covers: ['S66'] } }, async (_, more, column, reason) => {
    const databaseId = await added(at, more)
    const params = await workflowWith()
    const fieldId = column === 'number' ? 'family' : column
    const connections = [{ ...connection(databaseId, at.table, fieldId), column }]
    const answer = await call(replaceFieldConnections, { as, params, body: { connections } })
    expect([answer.status, answer.body.parameters]).toEqual([400, { field: fieldId, reason }])
  })

  it('changes nothing of several rows in a table that takes nothing back', {
    meta: { covers: ['S66'] },
  }, async () => {
    const { MariaDB } = places
    mariadb.run('use people; alter table people engine = MyISAM')
    const person = await enrolled(MariaDB, { Number: '9', Family: 'X' })
    await change(person, { Family: 'Y' })
    await work(person)
    mariadb.run('use people; alter table people engine = InnoDB')
    expect([await MariaDB.stands(), await told(person)]).toEqual([
      stood,
      [['Family', 'FAILED', 'SEVERAL_ROWS']],
    ])
  })

  it('ends with another key: the record is about another row', {
    meta: { covers: ['S66'] },
  }, async () => {
    const person = await enrolled(at, { Number: '7', Family: 'X' })
    await change(person, { Family: 'Byron' })
    await change(person, { Number: '8', Family: 'Milbanke' })
    await work(person)
    expect([await at.stands(), await told(person)]).toEqual([stood, []])
  })

  it('does not go beyond the groups of an administrator', {
    meta: { covers: ['S66'] },
  }, async () => {
    const group = await buildGroup(test.ctx)
    const person = await enrolled(at, { Number: '7', Family: 'X' }, { groupId: group.id })
    const { token } = await buildAdmin(test.ctx, {
      groupIds: [group.id],
      permissions: [
        ['ENROLLMENTS', 'VIEW'],
        ['ENROLLMENTS', 'EDIT'],
      ],
    })
    await change(person, { Family: 'Byron' }, token)
    await work(person)
    expect([await queued(person), await at.stands(), await told(person)]).toEqual([
      0,
      stood,
      [['Family', 'FAILED', 'RIGHTS']],
    ])
  })

  it('stops where the connection was taken away', async () => {
    const person = await enrolled(at, { Number: '7', Family: 'X' })
    await change(person, { Family: 'Byron' })
    const params = { workflowId: person.workflowId }
    await call(replaceFieldConnections, { as, params, body: { connections: [] } })
    await work(person)
    expect([await at.stands(), await told(person)]).toEqual([stood, []])
  })

  it('is left to the job that is at it', { meta: { covers: ['S66'] } }, async () => {
    const person = await enrolled(at, { Number: '7', Family: 'X' })
    await change(person, { Family: 'Byron' })
    await claimedUntil(person, new Date(test.clock.now().getTime() + 3_600_000))
    await expect(work(person)).rejects.toThrow('something waits')
    expect(await at.stands()).toBe(stood)
    await claimedUntil(person, null)
    await work(person)
    expect([await at.stands(), await told(person)]).toEqual([
      stood.replace('Lovelace', 'Byron'),
      [],
    ])
  })

  it('is done again where it was changed meanwhile: the last value stays', {
    meta: { covers: ['S66'] },
  }, async () => {
    const person = await enrolled(at, { Number: '7', Family: 'X' })
    await change(person, { Family: 'Byron' })
    const holder = new pg.Client({
      connectionString: `${server.href.replace(/\/[^/]*$/, '')}/${made}`,
    })
    await holder.connect()
    let first: Promise<void>
    try {
      await holder.query('begin')
      await holder.query(`select 1 from people where number = '7' for update`)
      first = work(person)
      first.catch(() => undefined)
      await expect.poll(async () => (await claims(person)).length).toBe(1)
      await change(person, { Family: 'King' })
    } finally {
      await holder.end()
    }
    await expect(first).rejects.toThrow('something waits')
    await work(person)
    expect([await at.stands(), await told(person)]).toEqual([stood.replace('Lovelace', 'King'), []])
  })
})

/** As a job does that is at it, or has left it. */
const claimedUntil = ({ id }: Person, claimed_until: Date | null) =>
  test.ctx.db
    .updateTable('enrollment_write_backs')
    .set({ claimed_until })
    .where('tenant_id', '=', test.tenant.id)
    .where('enrollment_id', '=', id)
    .execute()

const claims = ({ id }: Person) =>
  test.ctx.db
    .selectFrom('enrollment_write_backs')
    .select('field_id')
    .where('tenant_id', '=', test.tenant.id)
    .where('enrollment_id', '=', id)
    .where('claimed_until', 'is not', null)
    .execute()
