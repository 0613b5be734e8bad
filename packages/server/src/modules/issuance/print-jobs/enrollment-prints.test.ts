import {
  printAllEnrollments,
  printEnrollment,
  printEnrollments,
  restartPrintJob,
} from '@signet/contract/issuance/enrollment-prints'
import { readPrintStatus } from '@signet/contract/issuance/print-jobs'
import { mostPrintedAtOnce } from '@signet/rules/print-jobs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { createEnrollments } from '../enrollments/index.ts'
import { buildWorkflow } from '../enrollments/testing.ts'
import { readWorkflowDesign } from '../workflow-designs/index.ts'
import { createPrintDispatcher, type PrintDispatcher } from './dispatcher.ts'
import { buildPeople, buildQuickPrinter } from './testing.ts'

let test: TestApp
let as: string
let printing: PrintDispatcher
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

const work = async (): Promise<void> => {
  await printing.look()
  await printing.idle()
}

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
      values: { 'First name': at === 0 ? null : `Ada ${at}` },
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

describe('all that match', () => {
  it('are printed some at a time, the unfinished and those with a card left out', async () => {
    const workflowId = await buildMany(mostPrintedAtOnce + 3)
    expect(await printedOf(workflowId, { term: 'ada 17' })).toEqual({
      printed: 11,
      refused: 0,
      more: false,
    })
    expect(await printedOf(workflowId)).toEqual({
      printed: mostPrintedAtOnce + 2 - 11,
      refused: 0,
      more: false,
    })
    expect(await printedOf(workflowId)).toEqual({ printed: 0, refused: 0, more: false })
  })

  it('tell that there are more, and go on', async () => {
    const workflowId = await buildMany(mostPrintedAtOnce + 2)
    expect(await printedOf(workflowId)).toMatchObject({ printed: mostPrintedAtOnce, more: true })
    expect(await printedOf(workflowId)).toMatchObject({ printed: 1, more: false })
  })

  it('are those of the caller’s groups', async () => {
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
