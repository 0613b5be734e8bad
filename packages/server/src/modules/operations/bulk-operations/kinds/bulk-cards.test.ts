import { printCard } from '@signet/contract/issuance/print-jobs'
import type { BulkKindName } from '@signet/rules/bulk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../../testing/builders.ts'
import {
  buildQuickPrinter,
  workUntilNothingIsDue,
} from '../../../../../testing/issuance/print-jobs.ts'
import { buildWorkflow } from '../../../../../testing/issuance/workflows.ts'
import { bulkDriver, runFile, workOn } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { createEnrollments } from '../../../issuance/enrollments/index.ts'
import { createPrintDispatcher } from '../../../issuance/print-jobs/index.ts'
import { readWorkflowDesign } from '../../../issuance/workflow-designs/index.ts'
import type { Dispatcher } from '../../../tenancy/leased-turns/index.ts'

let test: TestApp
let as: string
let printing: Dispatcher
let printerId: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
  printing = createPrintDispatcher(test.platform)
})
afterAll(async () => {
  await printing.stop()
  await test.close()
})
beforeEach(async () => {
  await test.ctx.db.updateTable('printer_lanes').set({ due_at: null }).execute()
  printerId = await buildQuickPrinter(test.ctx)
})

const work = () => workUntilNothingIsDue(test.ctx, printing)

interface Person {
  readonly mail?: string
  readonly groupId?: string
  readonly draft?: boolean
}

/** People on cards of one design, in order; their numbers begin with S-00001. */
const enrol = async (people: readonly Person[], changes: Record<string, object> = {}) => {
  const { workflowId: design } = await buildWorkflow(test.ctx, { changes })
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
  return { design, ids: made.map(({ id }) => id) }
}

interface Wanted {
  readonly kind: BulkKindName
  readonly values: Readonly<Record<string, string>>
  readonly content: string
  readonly dryRun?: boolean
  readonly by?: string
}

const run = ({ by = as, ...wanted }: Wanted) => runFile(test, { as: by, ...wanted })

const left = async (design: string): Promise<readonly string[]> => {
  const rows = await test.ctx.db
    .selectFrom('enrollments')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('workflow_id', '=', design)
    .execute()
  return rows.map(({ id }) => id)
}

const jobsOf = (ids: readonly string[]) =>
  test.ctx.db
    .selectFrom('print_jobs')
    .select(['id', 'issuance_id', 'queue_state', 'attempt', 'printer_id', 'batch_id', 'created_by'])
    .where('tenant_id', '=', test.tenant.id)
    .where('issuance_id', 'in', [...ids])
    .orderBy('attempt')
    .execute()

const print = (enrollmentId: string) =>
  test.call(printCard, { as, body: { printerId, enrollmentId } })

const unknown = { errorCode: 'ISSUANCE_ENROLLMENT_NOT_FOUND' }

describe('a deletion of people on cards', () => {
  const kind = 'deleteenrollments'

  it('takes records of its design by id or by a value that only one has', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const { design, ids } = await enrol([{}, { mail: 'b@a.test' }, {}, {}])
    const other = await enrol([{ mail: 'other@a.test' }])
    const rows = [
      `${ids[0]},`,
      ',B@a.test',
      ',s-00003',
      `,S-00001`,
      `${other.ids[0]},`,
      ',other@a.test',
    ]
    const content = `id,uniqueValue\n${rows.join('\n')}\n`
    const told = [
      { line: 2, name: 'Ada 0', action: 'DELETE', subjectId: ids[0] },
      { line: 3, name: 'Ada 1 b@a.test', action: 'DELETE', subjectId: ids[1] },
      { line: 4, name: 'Ada 2', action: 'DELETE', subjectId: ids[2] },
      { line: 5, errorCode: 'bulk_row_repeated' },
      { line: 6, ...unknown, column: 'id' },
      { line: 7, ...unknown, column: 'uniqueValue' },
    ]
    const values = { design }
    expect(await run({ kind, values, content, dryRun: true })).toMatchObject(told)
    expect(await left(design)).toHaveLength(4)
    expect(await run({ kind, values, content })).toMatchObject(told)
    expect(await left(design)).toEqual([ids[3]])
    expect(await left(other.design)).toHaveLength(1)
  })

  it('calls off the cards that wait', async () => {
    const { design, ids } = await enrol([{}])
    await print(ids[0] ?? '')
    await run({ kind, values: { design }, content: `id\n${ids[0]}\n` })
    expect(await jobsOf(ids)).toMatchObject([{ queue_state: 'CANCELLED' }])
    const events = await test.ctx.db
      .selectFrom('audit_events')
      .select('action')
      .where('entity_id', 'in', [...ids, ...(await jobsOf(ids)).map(({ id }) => id)])
      .orderBy('action')
      .execute()
    const actions = events.map(({ action }) => action)
    expect(actions).toContain('ENROLLMENT_DELETED')
    expect(actions).toContain('PRINT_ENDED')
  })

  it('does not guess whom a value means', async () => {
    const { design, ids } = await enrol([{ mail: 'S-00002' }, {}])
    const content = 'uniqueValue\nS-00002\nS-00001\n'
    expect(await run({ kind, values: { design }, content })).toMatchObject([
      { errorCode: 'bulk_value_unfit', column: 'uniqueValue' },
      { action: 'DELETE', subjectId: ids[0] },
    ])
    expect(await left(design)).toEqual([ids[1]])
  })

  it('is of those whom the caller sees, by who may delete records', {
    meta: { covers: ['S43'] },
  }, async () => {
    const [own, foreign] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const bulk = [
      ['BULKENROLLMENTS', 'VIEW'],
      ['BULKENROLLMENTS', 'ADD'],
    ] as const
    const { design, ids } = await enrol([{ groupId: own.id }, { groupId: foreign.id }, {}])
    const content = `id,uniqueValue\n${ids[0]},\n,S-00002\n${ids[2]},\n`
    const wanted = { kind, values: { design }, content } as const
    const weak = await buildAdmin(test.ctx, { permissions: bulk, groupIds: [own.id] })
    const denied = { errorCode: 'access_denied' }
    expect(await run({ ...wanted, by: weak.token })).toMatchObject([denied, denied, denied])
    const permissions = [...bulk, ['ENROLLMENTS', 'REMOVE']] as const
    const limited = await buildAdmin(test.ctx, { permissions, groupIds: [own.id] })
    expect(await run({ ...wanted, by: limited.token })).toMatchObject([
      { action: 'DELETE' },
      unknown,
      unknown,
    ])
    expect(new Set(await left(design))).toEqual(new Set(ids.slice(1)))
  })
})

describe('a print of people on cards', () => {
  const kind = 'printenrollments'
  const told = (design: string, more: object = {}) => ({ design, printers: printerId, ...more })

  it('puts each card into the queue once, as a single print would', {
    meta: { covers: ['issuance.print-runs'] },
  }, async () => {
    const { design, ids } = await enrol([{}, {}, { draft: true }])
    await print(ids[0] ?? '')
    const content = `id\n${ids.join('\n')}\n`
    const values = told(design)
    const outcome = [
      { line: 2, action: 'SKIP' },
      { line: 3, action: 'CREATE' },
      { line: 4, errorCode: 'ISSUANCE_PRINT_NOT_ENROLLED' },
    ]
    expect(await run({ kind, values, content, dryRun: true })).toMatchObject(outcome)
    expect(await jobsOf(ids)).toHaveLength(1)
    const rows = await run({ kind, values, content })
    expect(rows).toMatchObject(outcome)
    const jobs = await jobsOf(ids)
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(
      rows
        .slice(0, 2)
        .map(({ subjectId }) => subjectId)
        .toSorted(),
    )
    expect(jobs[0]?.created_by).toBe(jobs[1]?.created_by)
    expect(await run({ kind, values, content: `id\n${ids[1]}\n` })).toMatchObject([
      { action: 'SKIP' },
    ])
    const elsewhere = { design, printers: await buildQuickPrinter(test.ctx) }
    const again = await run({ kind, values: elsewhere, content: `id\n${ids[1]}\n` })
    expect(again).toMatchObject([{ errorCode: 'ISSUANCE_PRINT_ACTIVE' }])
    await work()
    expect((await jobsOf(ids)).map(({ queue_state: state }) => state)).toEqual([
      'COMPLETED',
      'COMPLETED',
    ])
  })

  it('prints a card again for a reason alone', async () => {
    const { design, ids } = await enrol([{}, {}, {}])
    for (const id of ids) await print(id)
    await work()
    const rows = [',,', 'damaged,,DESTROYED', 'OTHER,,LOST']
    const lines = rows.map((cells, at) => `S-0000${at + 1},${cells}`)
    const content = `uniqueValue,reprintReason,reprintNote,previousFate\n${lines.join('\n')}\n`
    const outcome = [
      { line: 2, errorCode: 'ISSUANCE_PRINT_DONE' },
      { line: 3, action: 'CREATE' },
      { line: 4, errorCode: 'bulk_value_unfit', column: 'reprintNote' },
    ]
    expect(await run({ kind, values: told(design), content, dryRun: true })).toMatchObject(outcome)
    expect(await run({ kind, values: told(design), content })).toMatchObject(outcome)
    expect((await jobsOf(ids)).map(({ attempt }) => attempt)).toEqual([1, 1, 1, 2])
  })

  it('shares the cards among its printers', async () => {
    const { design, ids } = await enrol(Array.from({ length: 52 }, () => ({})))
    const second = await buildQuickPrinter(test.ctx)
    const values = { design, printers: `${printerId}; ${second}` }
    const rows = await run({ kind, values, content: `id\n${ids.join('\n')}\n` })
    expect(rows.every(({ action }) => action === 'CREATE')).toBe(true)
    const jobs = await jobsOf(ids)
    const on = (id: string) => jobs.filter((job) => job.printer_id === id).length
    expect([on(printerId), on(second)]).toEqual([26, 26])
    expect(new Set(jobs.map(({ batch_id: batch }) => batch)).size).toBe(2)
  })

  it('is cancelled: nothing is printed any more', {
    meta: { covers: ['lifecycle.bulk-cancellable'] },
  }, async () => {
    const { design, ids } = await enrol([{}])
    const driver = bulkDriver(kind, test.call, as)
    const { id } = await driver.upload(`id\n${ids[0]}\n`, told(design))
    await driver.start(id)
    expect((await test.call(driver.calls.cancelBulk, { as, params: { id } })).status).toBe(200)
    await workOn(test, id)
    expect(await jobsOf(ids)).toEqual([])
    expect((await driver.read(id)).body.state).toBe('CANCELLED')
  })

  it('is begun with printers that are there, and a hopper that they have', async () => {
    const { design } = await enrol([])
    const { calls } = bulkDriver(kind, test.call, as)
    const begin = async (values: object) => {
      const { status, body } = await test.call(calls.initialiseBulk, { as, body: { values } })
      return [status, Array.isArray(body.fields) ? Object(body.fields[0]).path : undefined]
    }
    const none = [400, 'body.values.printers']
    expect(await begin({ design })).toEqual(none)
    expect(await begin({ design, printers: crypto.randomUUID() })).toEqual(none)
    expect(await begin({ design, printers: `${printerId};x` })).toEqual(none)
    const other = await test.otherTenant()
    const foreign = await buildQuickPrinter(other.ctx)
    expect(await begin({ design, printers: foreign })).toEqual(none)
    expect(await begin(told(design, { hopper: 'nowhere' }))).toEqual([400, 'body.values.hopper'])
    const hoppers = await test.ctx.db
      .selectFrom('printers')
      .select('hoppers')
      .where('id', '=', printerId)
      .executeTakeFirstOrThrow()
    const hopper = String(Object(hoppers.hoppers)[0])
    expect(await begin(told(design, { hopper }))).toEqual([200, undefined])
    expect(await begin(told(design))).toEqual([200, undefined])
  })

  it('is of those whom the caller sees, by who may print', {
    meta: { covers: ['S43'] },
  }, async () => {
    const [own, foreign] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const bulk = [
      ['BULKENROLLMENTS', 'VIEW'],
      ['BULKENROLLMENTS', 'ADD'],
    ] as const
    const { design, ids } = await enrol([{ groupId: own.id }, { groupId: foreign.id }, {}])
    const wanted = { kind, values: told(design), content: `id\n${ids.join('\n')}\n` } as const
    const weak = await buildAdmin(test.ctx, { permissions: bulk, groupIds: [own.id] })
    const denied = { errorCode: 'access_denied' }
    expect(await run({ ...wanted, by: weak.token })).toMatchObject([denied, denied, denied])
    const permissions = [...bulk, ['ISSUANCE', 'ADD']] as const
    const limited = await buildAdmin(test.ctx, { permissions, groupIds: [own.id] })
    for (const dryRun of [true, false]) {
      expect(await run({ ...wanted, by: limited.token, dryRun })).toMatchObject([
        { action: 'CREATE' },
        unknown,
        unknown,
      ])
    }
    expect((await jobsOf(ids)).map(({ issuance_id: id }) => id)).toEqual([ids[0]])
  })
})
