import type { BulkKindName } from '@signet/rules/bulk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../../testing/builders.ts'
import { setUpWallets, waitingFor } from '../../../../../testing/issuance/flash-passes.ts'
import { buildWorkflow } from '../../../../../testing/issuance/workflows.ts'
import { bulkDriver, runFile, workBriefly, workOn } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { buildFlashPassDesign } from '../../../../security/sweep/flash-pass-rows.ts'
import { createEnrollments } from '../../../issuance/enrollments/index.ts'
import { readWorkflowDesign } from '../../../issuance/workflow-designs/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())
beforeEach(() => setUpWallets(test.ctx))

interface Person {
  readonly mail?: string
  readonly groupId?: string
  readonly draft?: boolean
}

/** People on cards of one design with a design of passes, in order; their numbers begin with S-00001. */
const enrol = async (people: readonly Person[]) => {
  const { workflowId: design } = await buildWorkflow(test.ctx)
  const workflow = await readWorkflowDesign(test.ctx, design)
  if (workflow === undefined) throw new Error('the built design is missing')
  const wanted = people.map(({ mail = null, groupId = null, draft = false }, at) => ({
    wanted: {
      values: { 'First name': draft ? null : `Ada ${at}`, Mail: mail },
      groupId,
      draft,
    },
    path: 'body',
  }))
  const made = await createEnrollments(test.ctx, workflow, wanted)
  const passDesign = await buildFlashPassDesign(test.ctx, design)
  return { design, passDesign, ids: made.map(({ id }) => id) }
}

interface Wanted {
  readonly kind: BulkKindName
  readonly values: Readonly<Record<string, string>>
  readonly content: string
  readonly dryRun?: boolean
  readonly existing?: 'SKIP' | 'ERROR'
  readonly by?: string
}

const run = ({ by = as, ...wanted }: Wanted) => runFile(test, { as: by, ...wanted })

const passesOf = (ids: readonly string[]) =>
  test.ctx.db
    .selectFrom('flash_passes')
    .select(['id', 'enrollment_id', 'design_id', 'state', 'created_by'])
    .where('tenant_id', '=', test.tenant.id)
    .where('enrollment_id', 'in', [...ids])
    .orderBy('position')
    .execute()

const setState = (ids: readonly string[], change: { state: 'CLAIMED'; ends_at: Date | null }) =>
  test.ctx.db
    .updateTable('flash_passes')
    .set({ ...change, claimed_at: new Date(0) })
    .where('enrollment_id', 'in', [...ids])
    .execute()

const eventsOf = async (action: string, ids: readonly string[]) =>
  (
    await test.ctx.db
      .selectFrom('audit_events')
      .select('entity_id')
      .where('tenant_id', '=', test.tenant.id)
      .where('action', '=', action)
      .where('entity_id', 'in', [...ids])
      .execute()
  ).map(({ entity_id: id }) => id)

const active = { errorCode: 'ISSUANCE_FLASH_PASS_ACTIVE' }
const unknown = { errorCode: 'ISSUANCE_ENROLLMENT_NOT_FOUND' }
const denied = { errorCode: 'access_denied' }

const rights = [
  ['BULKENROLLMENTS', 'VIEW'],
  ['BULKENROLLMENTS', 'ADD'],
] as const

describe('passes issued by file', () => {
  const kind = 'mfpissue'

  it('are foreseen, then issued once, each to a record of the design', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const { design, passDesign, ids } = await enrol([{}, {}, { draft: true }, {}])
    const other = await enrol([{}])
    await run({ kind, values: { design, passDesign }, content: `id\n${ids[3]}\n` })
    const rows = [`${ids[0]},`, ',s-00002', `${ids[2]},`, `${ids[3]},`, `${other.ids[0]},`]
    const content = `id,uniqueValue\n${rows.join('\n')}\n`
    const values = { design, passDesign }
    const told = [
      { line: 2, name: 'Ada 0', action: 'CREATE' },
      { line: 3, name: 'Ada 1', action: 'CREATE' },
      { line: 4, errorCode: 'ISSUANCE_FLASH_PASS_NOT_ENROLLED' },
      { line: 5, ...active },
      { line: 6, ...unknown, column: 'id' },
    ]
    expect(await run({ kind, values, content, dryRun: true })).toMatchObject(told)
    expect(await passesOf(ids)).toHaveLength(1)
    const done = await run({ kind, values, content })
    expect(done).toMatchObject(told)
    const passes = await passesOf(ids.slice(0, 2))
    expect(passes).toMatchObject(
      ids.slice(0, 2).map((id) => ({ enrollment_id: id, design_id: passDesign, state: 'ISSUED' })),
    )
    expect(done.slice(0, 2).map(({ subjectId }) => subjectId)).toEqual(passes.map(({ id }) => id))
    const again = [{ ...active }, { ...active }, {}, {}, {}]
    expect(await run({ kind, values, content })).toMatchObject(again)
    const skipping = [{ action: 'SKIP' }, { action: 'SKIP' }, {}, { action: 'SKIP' }, {}]
    for (const dryRun of [true, false]) {
      expect(await run({ kind, values, content, dryRun, existing: 'SKIP' })).toMatchObject(skipping)
    }
    expect(await passesOf(ids)).toHaveLength(3)
  })

  it('mail their links where the field holds an address', async () => {
    const { design, passDesign, ids } = await enrol([{ mail: 'ada@a.test' }, {}])
    const values = { design, passDesign, mailField: 'Mail' }
    const content = `id\n${ids.join('\n')}\n`
    const told = [{ action: 'CREATE' }, { errorCode: 'no_contact' }]
    expect(await run({ kind, values, content, dryRun: true })).toMatchObject(told)
    expect(await run({ kind, values, content })).toMatchObject(told)
    const [pass] = await passesOf(ids)
    expect(await waitingFor(test.ctx, pass?.id ?? '')).toMatchObject([{ kind: 'MAIL' }])
  })

  it('follow a pass whose days are over, which a dry run leaves as it is', async () => {
    const { design, passDesign, ids } = await enrol([{}])
    const wanted = { kind, values: { design, passDesign }, content: `id\n${ids[0]}\n` } as const
    await run(wanted)
    await setState(ids, { state: 'CLAIMED', ends_at: new Date(0) })
    expect(await run({ ...wanted, dryRun: true })).toMatchObject([{ action: 'CREATE' }])
    expect(await passesOf(ids)).toMatchObject([{ state: 'CLAIMED' }])
    expect(await run(wanted)).toMatchObject([{ action: 'CREATE' }])
    const states = (await passesOf(ids)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['EXPIRED', 'ISSUED'])
  })

  it('are of a design of passes for these people, and a text of theirs', async () => {
    const { design, passDesign } = await enrol([])
    const other = await enrol([])
    const { calls } = bulkDriver(kind, test.call, as)
    const begin = async (values: object) => {
      const { status, body } = await test.call(calls.initialiseBulk, { as, body: { values } })
      return [status, Array.isArray(body.fields) ? Object(body.fields[0]).path : undefined]
    }
    const none = [400, 'body.values.passDesign']
    expect(await begin({ design })).toEqual(none)
    expect(await begin({ design, passDesign: 'x' })).toEqual(none)
    expect(await begin({ design, passDesign: crypto.randomUUID() })).toEqual(none)
    expect(await begin({ design, passDesign: other.passDesign })).toEqual(none)
    const noField = [400, 'body.values.mailField']
    expect(await begin({ design, passDesign, mailField: 'Photo' })).toEqual(noField)
    expect(await begin({ design, passDesign, mailField: 'Mail' })).toEqual([200, undefined])
  })

  it('tells each row where no wallet is set up', async () => {
    const { design, passDesign, ids } = await enrol([{}])
    await test.ctx.db
      .deleteFrom('settings')
      .where('tenant_id', '=', test.tenant.id)
      .where('family', '=', 'flashpass')
      .execute()
    const content = `id\n${ids[0]}\n`
    expect(await run({ kind, values: { design, passDesign }, content })).toMatchObject([
      { errorCode: 'ISSUANCE_FLASH_PASS_NOT_READY', column: 'passDesign' },
    ])
  })

  it('go to those whom the caller sees, by who may issue', {
    meta: { covers: ['S43'] },
  }, async () => {
    const [own, foreign] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const { design, passDesign, ids } = await enrol([
      { groupId: own.id },
      { groupId: foreign.id },
      {},
    ])
    const content = `id\n${ids.join('\n')}\n`
    const wanted = { kind, values: { design, passDesign }, content } as const
    const weak = await buildAdmin(test.ctx, { permissions: rights, groupIds: [own.id] })
    expect(await run({ ...wanted, by: weak.token })).toMatchObject([denied, denied, denied])
    const permissions = [...rights, ['ISSUANCE', 'ADD']] as const
    const limited = await buildAdmin(test.ctx, { permissions, groupIds: [own.id] })
    for (const dryRun of [true, false]) {
      expect(await run({ ...wanted, by: limited.token, dryRun })).toMatchObject([
        { action: 'CREATE' },
        unknown,
        unknown,
      ])
    }
    expect(await passesOf(ids)).toMatchObject([
      { enrollment_id: ids[0], created_by: limited.userId },
    ])
  })

  it('go on behind the checkpoint: nobody gets two', async () => {
    const { design, passDesign, ids } = await enrol(Array.from({ length: 520 }, () => ({})))
    const driver = bulkDriver(kind, test.call, as)
    const { id } = await driver.upload(`id\n${ids.join('\n')}\n`, { design, passDesign })
    await driver.start(id)
    await workBriefly(test, id)
    expect((await driver.read(id)).body).toMatchObject({ state: 'RUNNING', done: { rows: 500 } })
    expect(await passesOf(ids)).toHaveLength(500)
    await Promise.all([workOn(test, id), workOn(test, id)])
    expect((await driver.read(id)).body).toMatchObject({
      state: 'COMPLETED',
      done: { rows: 520, changed: 520, failed: 0 },
    })
    expect(await passesOf(ids)).toHaveLength(520)
  })
})

describe('passes taken back by file', () => {
  const kind = 'mfprevoke'

  const issued = async (people: readonly Person[]) => {
    const made = await enrol(people)
    const { design, passDesign, ids } = made
    const content = `id\n${ids.join('\n')}\n`
    await run({ kind: 'mfpissue', values: { design, passDesign }, content })
    return { ...made, content, values: { design } }
  }

  it('end, claimed or not, each with its event; wallets are told', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const { design, passDesign, ids } = await enrol([{}, {}, {}])
    const some = `id\n${ids[0]}\n${ids[1]}\n`
    await run({ kind: 'mfpissue', values: { design, passDesign }, content: some })
    await setState(ids.slice(1, 2), { state: 'CLAIMED', ends_at: null })
    const content = `id,uniqueValue\n${ids[0]},\n,S-00002\n${ids[2]},\n`
    const wanted = { kind, values: { design }, content } as const
    const told = [
      { line: 2, name: 'Ada 0', action: 'DELETE' },
      { line: 3, name: 'Ada 1', action: 'DELETE' },
      { line: 4, errorCode: 'ISSUANCE_FLASH_PASS_NOT_FOUND' },
    ]
    expect(await run({ ...wanted, dryRun: true })).toMatchObject(told)
    expect((await passesOf(ids)).map(({ state }) => state)).toEqual(['ISSUED', 'CLAIMED'])
    const rows = await run(wanted)
    expect(rows).toMatchObject(told)
    const passes = await passesOf(ids)
    expect(passes.map(({ state }) => state)).toEqual(['CANCELLED', 'REVOKED'])
    const passIds = passes.map(({ id }) => id)
    expect(rows.slice(0, 2).map(({ subjectId }) => subjectId)).toEqual(passIds)
    expect((await eventsOf('FLASH_PASS_REVOKED', passIds)).toSorted()).toEqual(passIds.toSorted())
    expect(await waitingFor(test.ctx, passIds[1] ?? '')).toMatchObject([{ kind: 'UPDATE' }])
    const none = { errorCode: 'ISSUANCE_FLASH_PASS_NOT_FOUND' }
    expect(await run(wanted)).toMatchObject([none, none, none])
  })

  it('are of those whom the caller sees, by who may change passes', {
    meta: { covers: ['S43'] },
  }, async () => {
    const [own, foreign] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const { ids, values, content } = await issued([{ groupId: own.id }, { groupId: foreign.id }])
    const wanted = { kind, values, content } as const
    const weak = await buildAdmin(test.ctx, {
      permissions: [...rights, ['ISSUANCE', 'ADD']],
      groupIds: [own.id],
    })
    expect(await run({ ...wanted, by: weak.token })).toMatchObject([denied, denied])
    const permissions = [...rights, ['ISSUANCE', 'EDIT']] as const
    const limited = await buildAdmin(test.ctx, { permissions, groupIds: [own.id] })
    for (const dryRun of [true, false]) {
      expect(await run({ ...wanted, by: limited.token, dryRun })).toMatchObject([
        { action: 'DELETE' },
        unknown,
      ])
    }
    const states = (await passesOf(ids)).map(({ state }) => state)
    expect(states).toEqual(['CANCELLED', 'ISSUED'])
  })

  it('stay when the operation is cancelled before', async () => {
    const { ids, values, content } = await issued([{}])
    const driver = bulkDriver(kind, test.call, as)
    const { id } = await driver.upload(content, values)
    await driver.start(id)
    expect((await test.call(driver.calls.cancelBulk, { as, params: { id } })).status).toBe(200)
    await workOn(test, id)
    expect((await driver.read(id)).body.state).toBe('CANCELLED')
    expect(await passesOf(ids)).toMatchObject([{ state: 'ISSUED' }])
  })
})
