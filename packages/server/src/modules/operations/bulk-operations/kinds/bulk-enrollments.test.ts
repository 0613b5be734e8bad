import { searchEnrollments } from '@signet/contract/issuance/enrollments'
import { columnOfField } from '@signet/rules/bulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../../testing/builders.ts'
import { buildWorkflow } from '../../../../../testing/issuance/workflows.ts'
import { bulkDriver, runFile, workBriefly, workOn } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
let admin: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  const built = await buildAdmin(test.ctx)
  as = built.token
  admin = built.id
})
afterAll(() => test.close())

const kind = 'importenrollments'

interface Wanted {
  readonly design: string
  readonly content: string
  readonly dryRun?: boolean
  readonly existing?: 'SKIP' | 'ERROR'
  readonly by?: string
}

const run = ({ design, by = as, ...wanted }: Wanted) =>
  runFile(test, { kind, as: by, values: { design }, ...wanted })

const recordsOf = async (workflowId: string, by = as) => {
  const body = { workflowId, limit: 100, sortBy: 'title', descending: false } as const
  const found = await test.call(searchEnrollments, { as: by, body })
  return Array.isArray(found.body.results) ? found.body.results.map(Object) : []
}

const valuesOf = async (workflowId: string) =>
  (await recordsOf(workflowId)).map(({ values }) => values)

describe('an import of people on cards', () => {
  it('offers the fields of the design that it was begun with, and fills them', async () => {
    const { workflowId: design } = await buildWorkflow(test.ctx)
    const driver = bulkDriver(kind, test.call, as)
    const content = 'first name,LAST NAME,Mail,Group\nAda,Lovelace,ada@a.test,\nAlan,Turing,,\n'
    const { id, body } = await driver.upload(content, { design })
    expect(body.ownColumns).toEqual(
      ['First name', 'Last name', 'Mail', 'Birthday', 'Faculty'].map((name, at) => ({
        column: columnOfField(['first', 'last', 'mail', 'birth', 'faculty'][at] ?? ''),
        name,
        required: name === 'First name',
        choices: name === 'Faculty' ? ['Law', 'Medicine'] : [],
      })),
    )
    expect(Object(body.operation).mapping).toEqual([
      { column: 'design', source: null, value: design },
      { column: columnOfField('first'), source: 0, value: null },
      { column: columnOfField('last'), source: 1, value: null },
      { column: columnOfField('mail'), source: 2, value: null },
      { column: 'group', source: 3, value: null },
    ])
    await driver.start(id)
    await workOn(test, id)
    expect(await driver.rows(id)).toMatchObject([
      { line: 2, name: 'Ada Lovelace', action: 'CREATE' },
      { line: 3, name: 'Alan Turing', action: 'CREATE' },
    ])
    expect(await recordsOf(design)).toMatchObject([
      { title: 'Ada Lovelace', status: 'ENROLLED', values: { Number: 'S-00001', Site: 'Bern' } },
      { title: 'Alan Turing', status: 'ENROLLED', values: { Number: 'S-00002', Faculty: 'Law' } },
    ])
    const [record] = await recordsOf(design)
    const events = await test.ctx.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('entity_id', '=', String(record.id))
      .execute()
    expect(events).toEqual([{ action: 'ENROLLMENT_CREATED', actor_id: admin }])
  })

  it('takes no number in a dry run, and none twice', async () => {
    const { workflowId: design } = await buildWorkflow(test.ctx)
    const content = 'First name\nAda\nAlan\n'
    expect(await run({ design, content, dryRun: true })).toMatchObject([
      { action: 'CREATE', subjectId: null },
      { action: 'CREATE', subjectId: null },
    ])
    expect(await recordsOf(design)).toEqual([])
    await run({ design, content })
    await run({ design, content })
    const numbers = (await valuesOf(design)).map(({ Number: number }) => number)
    expect(numbers.toSorted()).toEqual(['S-00001', 'S-00002', 'S-00003', 'S-00004'])
  })

  it('refuses a row for itself, with the name of its field', async () => {
    const { workflowId: design } = await buildWorkflow(test.ctx)
    const rows = [
      'Ada,1815-02-30,Law,ada@a.test',
      'Alan,,Alchemy,',
      ',1912-06-23,,',
      'Grace,,,grace@a.test',
      'Other,,,GRACE@a.test',
      ',,,',
      'Edsger,1930-05-11,Medicine,',
    ]
    const content = `First name,Birthday,Faculty,Mail\n${rows.join('\n')}\n`
    const invalid = { errorCode: 'ISSUANCE_ENROLLMENT_INVALID' }
    const told = [
      { line: 2, ...invalid, column: 'Birthday', message: 'NO_DATE' },
      { line: 3, ...invalid, column: 'Faculty', message: 'NOT_IN_LIST' },
      { line: 4, ...invalid, column: 'First name', message: 'REQUIRED' },
      { line: 5, action: 'CREATE' },
      { line: 6, errorCode: 'bulk_row_repeated', column: 'Mail', message: '5' },
      { line: 7, errorCode: 'bulk_value_missing' },
      { line: 8, action: 'CREATE' },
    ]
    expect(await run({ design, content, dryRun: true })).toMatchObject(told)
    expect(await run({ design, content })).toMatchObject(told)
    const numbers = (await valuesOf(design)).map(({ Number: number }) => number)
    expect(numbers.toSorted()).toEqual(['S-00001', 'S-00002'])
  })

  it('says in words in its file what is wrong with a row', async () => {
    const { workflowId: design } = await buildWorkflow(test.ctx)
    const driver = bulkDriver(kind, test.call, as)
    const { id } = await driver.upload('First name,Birthday\nAda,1815-02-30\n', { design })
    await driver.start(id)
    await workOn(test, id)
    const file = await test.call(driver.calls.downloadBulkResult, { as, params: { id } })
    expect(file.text).toContain(
      ',ISSUANCE_ENROLLMENT_INVALID,Birthday,This is no day of the calendar.,',
    )
  })

  it('tells or skips who is enrolled already, by what only one record may have', async () => {
    const { workflowId: design } = await buildWorkflow(test.ctx)
    await run({ design, content: 'First name,Mail\nAda,ada@a.test\n' })
    const content = 'First name,Mail\nAugusta,ADA@a.test\nAlan,alan@a.test\n'
    expect(await run({ design, content, existing: 'SKIP' })).toMatchObject([
      { action: 'SKIP' },
      { action: 'CREATE' },
    ])
    const there = { errorCode: 'ISSUANCE_ENROLLMENT_EXISTS', column: 'Mail' }
    expect(await run({ design, content })).toMatchObject([there, there])
    expect(await recordsOf(design)).toHaveLength(2)
  })

  it('leaves a record open where a picture is still to be taken', async () => {
    const changes = { Photo: { mandatory: true } }
    const { workflowId: design } = await buildWorkflow(test.ctx, { changes })
    expect(await run({ design, content: 'First name\nAda\n' })).toMatchObject([
      { action: 'CREATE' },
    ])
    expect(await recordsOf(design)).toMatchObject([{ status: 'ENROLLING' }])
  })

  it('goes on behind its checkpoint: nobody is enrolled twice', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const { workflowId: design } = await buildWorkflow(test.ctx)
    const driver = bulkDriver(kind, test.call, as)
    const names = Array.from({ length: 620 }, (_, at) => `Person ${at}`)
    const { id } = await driver.upload(`First name\n${names.join('\n')}\n`, { design })
    await driver.start(id)
    await workBriefly(test, id)
    expect((await driver.read(id)).body).toMatchObject({ state: 'RUNNING', done: { rows: 500 } })
    await workOn(test, id)
    expect((await driver.read(id)).body).toMatchObject({
      state: 'COMPLETED',
      done: { rows: 620, changed: 620, failed: 0 },
    })
    const made = await test.ctx.db
      .selectFrom('enrollments')
      .select(['title', 'content'])
      .where('workflow_id', '=', design)
      .execute()
    expect(new Set(made.map(({ title }) => title)).size).toBe(620)
    expect(new Set(made.map(({ content }) => content.number)).size).toBe(620)
    expect(made).toHaveLength(620)
  })
})

describe('the design of an import of people on cards', () => {
  it('is told when it is begun, and is one that the caller knows of', async () => {
    const driver = bulkDriver(kind, test.call, as)
    const begin = (values: object | undefined, by = as) =>
      test.call(driver.calls.initialiseBulk, { as: by, body: { values } })
    const needed = await begin(undefined)
    expect([needed.status, needed.body.fields]).toEqual([
      400,
      [{ path: 'body.values.design', message: 'is needed' }],
    ])
    const notThere = [{ path: 'body.values.design', message: 'is not there' }]
    expect((await begin({ design: 'x' })).body.fields).toEqual(notThere)
    expect((await begin({ design: crypto.randomUUID() })).body.fields).toEqual(notThere)
    const other = await test.otherTenant()
    const elsewhere = await buildWorkflow(other.ctx)
    expect((await begin({ design: elsewhere.workflowId })).body.fields).toEqual(notThere)
    const { workflowId: design } = await buildWorkflow(test.ctx)
    expect((await begin({ design, group: 'x' })).status).toBe(400)
    expect((await begin({ design })).status).toBe(200)
  })

  it('is no column of the file, and stays when columns are mapped', async () => {
    const { workflowId: design } = await buildWorkflow(test.ctx)
    const driver = bulkDriver(kind, test.call, as)
    const { id } = await driver.upload('design,First name\nx,Ada\n', { design })
    const first = { column: columnOfField('first'), source: 1 }
    const asColumn = await driver.map(id, { mapping: [{ column: 'design', source: 0 }, first] })
    expect(asColumn.body.fields).toEqual([
      { path: 'body.mapping.design', message: 'is one value for all rows' },
    ])
    expect((await driver.map(id, { mapping: [first] })).status).toBe(400)
    const foreign = { column: columnOfField('photo'), source: 0 }
    const told = { column: 'design', value: design }
    expect((await driver.map(id, { mapping: [told, foreign] })).status).toBe(400)
    expect((await driver.map(id, { mapping: [told, first] })).status).toBe(200)
  })
})

describe('an import by an administrator of some groups', () => {
  const build = async () => {
    const [own, foreign] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const { token } = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKENROLLMENTS', 'VIEW'],
        ['BULKENROLLMENTS', 'ADD'],
        ['ENROLLMENTS', 'VIEW'],
        ['ENROLLMENTS', 'ADD'],
      ],
      groupIds: [own.id],
    })
    return { own, foreign, by: token }
  }

  it('puts people into their groups and no others', { meta: { covers: ['S43'] } }, async () => {
    const { own, foreign, by } = await build()
    const { workflowId: design } = await buildWorkflow(test.ctx)
    const rows = [`Ada,${own.name}`, `Alan,${foreign.name}`, 'Grace,', 'Edsger,nowhere']
    const content = `First name,Group\n${rows.join('\n')}\n`
    const told = [
      { line: 2, action: 'CREATE' },
      { line: 3, errorCode: 'group_not_found', column: 'group' },
      { line: 4, errorCode: 'ISSUANCE_ENROLLMENT_INVALID', column: 'group', message: 'REQUIRED' },
      { line: 5, errorCode: 'group_not_found', column: 'group', message: 'nowhere' },
    ]
    expect(await run({ design, content, by, dryRun: true })).toMatchObject(told)
    expect(await run({ design, content, by })).toMatchObject(told)
    expect(await recordsOf(design)).toMatchObject([{ title: 'Ada' }])
    expect(await recordsOf(design, by)).toMatchObject([{ title: 'Ada' }])
  })

  it('is of designs that their groups use', { meta: { covers: ['S43'] } }, async () => {
    const { own, foreign, by } = await build()
    const hidden = await buildWorkflow(test.ctx, { groups: [foreign.id] })
    const driver = bulkDriver(kind, test.call, by)
    const begin = (design: string) =>
      test.call(driver.calls.initialiseBulk, { as: by, body: { values: { design } } })
    expect((await begin(hidden.workflowId)).status).toBe(400)
    const shared = await buildWorkflow(test.ctx, { groups: [own.id, foreign.id] })
    expect((await begin(shared.workflowId)).status).toBe(200)
    const content = `First name,Group\nAda,${own.name}\n`
    expect(await run({ design: shared.workflowId, content, by })).toMatchObject([
      { action: 'CREATE' },
    ])
  })

  it('does nothing for who may not enrol people', { meta: { covers: ['S43'] } }, async () => {
    const { token: by } = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKENROLLMENTS', 'VIEW'],
        ['BULKENROLLMENTS', 'ADD'],
      ],
    })
    const { workflowId: design } = await buildWorkflow(test.ctx)
    expect(await run({ design, content: 'First name\nAda\n', by })).toMatchObject([
      { errorCode: 'access_denied' },
    ])
    expect(await recordsOf(design)).toEqual([])
    await run({ design, content: 'First name\nAlan\n' })
    expect(await valuesOf(design)).toMatchObject([{ Number: 'S-00001' }])
  })

  it('takes no number when the rights of who began it do not hold any more', {
    meta: { covers: ['S43'] },
  }, async () => {
    const owner = await buildAdmin(test.ctx)
    const { workflowId: design } = await buildWorkflow(test.ctx)
    const driver = bulkDriver(kind, test.call, owner.token)
    const { id } = await driver.upload('First name\nAda\n', { design })
    await driver.start(id)
    await test.ctx.db
      .updateTable('bulk_operations')
      .set({ grant_until: new Date(0) })
      .where('id', '=', id)
      .execute()
    await workOn(test, id)
    expect((await driver.read(id)).body).toMatchObject({ state: 'PAUSED' })
    await test.call(driver.calls.renewBulkCredentials, { as: owner.token, params: { id } })
    await workOn(test, id)
    expect(await valuesOf(design)).toMatchObject([{ 'First name': 'Ada', Number: 'S-00001' }])
  })
})
