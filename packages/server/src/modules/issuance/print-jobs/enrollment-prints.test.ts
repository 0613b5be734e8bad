import {
  printAllEnrollments,
  printEnrollment,
  printEnrollments,
  restartPrintJob,
} from '@signet/contract/issuance/enrollment-prints'
import { readPrintStatus } from '@signet/contract/issuance/print-jobs'
import { mostPrintedAtOnce } from '@signet/rules/print-jobs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import {
  buildPeople,
  buildQuickPrinter,
  workUntilNothingIsDue,
} from '../../../../testing/issuance/print-jobs.ts'
import { buildWorkflow } from '../../../../testing/issuance/workflows.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { Dispatcher } from '../../tenancy/leased-turns/index.ts'
import { createEnrollments } from '../enrollments/index.ts'
import { readWorkflowDesign } from '../workflow-designs/index.ts'
import { createPrintDispatcher } from './worker/dispatcher.ts'

let test: TestApp
let as: string
let printing: Dispatcher
let printerId: string
beforeAll(async () => {
  test = await startTestApp()
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

describe('the card of a record', () => {
  it('is printed from the record, and again only for a reason', async () => {
    const [enrollmentId = ''] = await buildPeople(test.ctx, 1)
    const params = { enrollmentId }
    const first = await test.call(printEnrollment, { as, params, body: { printerId } })
    expect(first.body).toMatchObject({ enrollmentId, attempt: 1, queueState: 'QUEUED' })
    await work()
    const printJobId = String(first.body.id)
    const plain = await test.call(restartPrintJob, { as, body: { printJobId } })
    expect(plain.body.errorCode).toBe('ISSUANCE_PRINT_DONE')
    const reprint = { reason: 'DAMAGED', fate: 'DESTROYED' }
    const again = await test.call(restartPrintJob, { as, body: { printJobId, reprint } })
    expect(again.body).toMatchObject({ enrollmentId, attempt: 2, reprintReason: 'DAMAGED' })
    const twice = await test.call(restartPrintJob, { as, body: { printJobId, reprint } })
    expect(twice.body.id).toBe(again.body.id)
    await work()
    const status = { as, params: { printStatusId: String(again.body.id) } }
    expect((await test.call(readPrintStatus, status)).body.queueState).toBe('COMPLETED')
  })

  it('is not restarted while it is under way', async () => {
    const [enrollmentId = ''] = await buildPeople(test.ctx, 1)
    const { body } = await test.call(printEnrollment, {
      as,
      params: { enrollmentId },
      body: { printerId },
    })
    const again = await test.call(restartPrintJob, { as, body: { printJobId: String(body.id) } })
    expect(again.body.errorCode).toBe('ISSUANCE_PRINT_INVALID_STATE')
  })

  it('is printed with others, each by itself', async () => {
    const [one = '', other = ''] = await buildPeople(test.ctx, 2)
    await test.call(printEnrollment, { as, params: { enrollmentId: one }, body: { printerId } })
    await work()
    const { body } = await test.call(printEnrollments, {
      as,
      body: { printerIds: [printerId], cards: [one, other].map((id) => ({ enrollmentId: id })) },
    })
    expect(body.results).toMatchObject([
      { enrollmentId: one, job: null, errorCode: 'ISSUANCE_PRINT_DONE' },
      { enrollmentId: other, errorCode: null },
    ])
  })
})

const buildMany = async (count: number, group: string | null = null) => {
  const { workflowId } = await buildWorkflow(test.ctx)
  const workflow = await readWorkflowDesign(test.ctx, workflowId)
  if (workflow === undefined) throw new Error('the built design is missing')
  const drafts = Array.from({ length: count }, (_, at) => ({
    wanted: {
      values: { 'First name': at === 0 ? null : `Ada ${at}`, 'Last name': 'Lovelace' },
      draft: true,
      groupId: at === 1 ? group : null,
    },
    path: 'body',
  }))
  await createEnrollments(test.ctx, workflow, drafts)
  return workflowId
}
const printedOf = async (workflowId: string, more: object = {}, token = as) =>
  (
    await test.call(printAllEnrollments, {
      as: token,
      body: { workflowId, printerIds: [printerId], ...more },
    })
  ).body

const done = { refused: 0, more: false, cursor: null }

describe('all that match', () => {
  it('are printed some at a time, the unfinished and those with a card left out', async () => {
    const workflowId = await buildMany(mostPrintedAtOnce + 3)
    expect(await printedOf(workflowId, { term: 'ada 17' })).toEqual({
      ...done,
      printed: 11,
    })
    expect(await printedOf(workflowId)).toEqual({
      ...done,
      printed: mostPrintedAtOnce + 2 - 11,
    })
    expect(await printedOf(workflowId)).toEqual({ ...done, printed: 0 })
  })

  it('tell that there are more, and go on', async () => {
    const workflowId = await buildMany(mostPrintedAtOnce + 2)
    const first = await printedOf(workflowId)
    expect(first).toMatchObject({ printed: mostPrintedAtOnce, more: true })
    const { cursor } = first
    expect(await printedOf(workflowId, { cursor })).toEqual({ ...done, printed: 1 })
  })

  /* Guard: `position` in `printMatching` (enrollment-prints.service.ts). */
  it('go on after those that were called off meanwhile, which are not printed again', async () => {
    const workflowId = await buildMany(mostPrintedAtOnce + 2)
    const { cursor } = await printedOf(workflowId)
    await test.ctx.db
      .updateTable('print_jobs')
      .set({ queue_state: 'CANCELLED', ended_at: test.platform.clock.now() })
      .where('tenant_id', '=', test.tenant.id)
      .where('queue_state', '=', 'QUEUED')
      .execute()
    expect(await printedOf(workflowId, { cursor })).toEqual({ ...done, printed: 1 })
    // Asked for anew, all are printed that have no card.
    const anew = await printedOf(workflowId)
    expect(anew).toMatchObject({ printed: mostPrintedAtOnce, more: false })
  })

  /* Guard: the order in which `foundByKeys` (enrollment-lists.repository.ts) finds them. */
  it('are all printed, even if a search shows fewer', async () => {
    const workflowId = await buildMany(1102)
    const fields = [{ field: 'Last name', match: 'EQUALS', value: 'Lovelace' }]
    let [printed, cursor]: [number, unknown] = [0, undefined]
    while (cursor !== null) {
      const some = await printedOf(workflowId, { fields, cursor })
      printed += Number(some.printed)
      cursor = some.cursor
    }
    expect(printed).toBe(1101)
  })

  it('go on by the cursor of the same request alone', async () => {
    const workflowId = await buildMany(mostPrintedAtOnce + 2)
    const { cursor } = await printedOf(workflowId)
    expect(await printedOf(workflowId, { cursor, term: 'ada' })).toMatchObject({
      errorCode: 'invalid_parameters',
    })
    const forged = `${String(cursor).slice(0, -4)}AAAA`
    expect(await printedOf(workflowId, { cursor: forged })).toMatchObject({
      errorCode: 'invalid_parameters',
    })
    expect(await printedOf(workflowId, { cursor })).toMatchObject({ printed: 1 })
  })

  it('are those of the caller’s groups', { meta: { covers: ['S22'] } }, async () => {
    const { id } = await buildGroup(test.ctx)
    const workflowId = await buildMany(4, id)
    const { token } = await buildAdmin(test.ctx, {
      groupIds: [id],
      permissions: [['ISSUANCE', 'ADD']],
    })
    expect(await printedOf(workflowId, {}, token)).toMatchObject({ printed: 1, more: false })
    expect(await printedOf(workflowId)).toMatchObject({ printed: 2 })
  })
})
