import { templates } from '@signet/card/templates'
import { deleteAllEnrollments, deleteEnrollments } from '@signet/contract/issuance/enrollments'
import {
  cancelPrint,
  cancelPrintBatch,
  changePrint,
  downloadPrintLog,
  downloadPrintLogTable,
  listPrintBatches,
  printCard,
  printCardOn,
  printCards,
  printCardsEach,
  printDesign,
  readPrintBatch,
  readPrintCounts,
  readPrintStatus,
  resumePrint,
} from '@signet/contract/issuance/print-jobs'
import {
  cancelActivePrints,
  listActivePrints,
  listPrints,
  listPrintsOfBatch,
  readPrint,
  removePrint,
} from '@signet/contract/issuance/print-queue'
import { deletePrinter } from '@signet/contract/issuance/printers'
import type { Need } from '@signet/rules/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../testing/access/held-rows.ts'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import {
  buildPeople,
  buildQuickPrinter,
  suffer,
  workUntilNothingIsDue,
} from '../../../../testing/issuance/print-jobs.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { Dispatcher } from '../../tenancy/leased-turns/index.ts'
import { createCredentialDesign } from '../credential-designs/index.ts'
import { createPrintDispatcher } from './worker/dispatcher.ts'
import { claimLanes, LeaseLost, releaseLane } from './worker/lanes.repository.ts'
import { stepJob } from './worker/steps.ts'

let test: TestApp
let as: string
let printing: Dispatcher
let printerId: string
beforeAll(async () => {
  test = await startTestApp()
  printing = createPrintDispatcher(test.platform)
})
afterAll(async () => {
  await printing.stop()
  await test.close()
})
beforeEach(async () => {
  // Printers of other tests have nothing to do with this one.
  await test.ctx.db.updateTable('printer_lanes').set({ due_at: null }).execute()
  as = (await buildAdmin(test.ctx)).token
  printerId = await buildQuickPrinter(test.ctx)
})

const work = () => workUntilNothingIsDue(test.ctx, printing)
const later = async (seconds: number): Promise<void> => {
  test.clock.advance(seconds * 1000)
  await work()
}

const person = async (): Promise<string> => (await buildPeople(test.ctx, 1))[0] ?? ''

const printed = async (enrollmentId: string, beside: object = {}) =>
  test.call(printCard, { as, body: { printerId, enrollmentId, ...beside } })

const states = async (id: unknown) => {
  const params = { printStatusId: String(id) }
  const { body } = await test.call(readPrintStatus, { as, params })
  return [body.queueState, body.printStatus]
}

const cards = () =>
  test.ctx.db
    .selectFrom('simulated_cards')
    .select(['job_name', 'outcome'])
    .where('printer_id', '=', printerId)
    .orderBy('number')
    .execute()

const counted = async () => {
  const { text } = await test.call(readPrintCounts, { as })
  const all: { printerName: string; completed: number; reprinted: number }[] = JSON.parse(text)
  const { name } = await test.ctx.db
    .selectFrom('printers')
    .select('name')
    .where('id', '=', printerId)
    .executeTakeFirstOrThrow()
  return all.find((row) => row.printerName === name)
}

describe('a card', () => {
  it('is printed once, followed, logged and counted', {
    meta: { covers: ['issuance.print-runs'] },
  }, async () => {
    const { body } = await printed(await person(), { hopper: 'by-pass-tray' })
    expect(body).toMatchObject({ queueState: 'QUEUED', attempt: 1, hopper: 'by-pass-tray' })
    await work()
    expect(await states(body.id)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await cards()).toEqual([{ job_name: `signet-${body.id}`, outcome: 'completed' }])
    const params = { printJobId: String(body.id) }
    const read = await test.call(readPrint, { as, params })
    expect(read.body.log).toMatchObject([
      { event: 'SEND', queueState: 'STARTED' },
      { event: 'ACCEPT' },
      { event: 'TOLD', queueState: 'COMPLETED' },
    ])
    expect(read.body.imageSha256).toMatch(/^[0-9a-f]{64}$/)
    expect(await counted()).toMatchObject({ completed: 1, failed: 0, reprinted: 0 })
    await work()
    expect(await counted()).toMatchObject({ completed: 1 })
  })

  it('asked for twice in the same way is one job, also when both ask at once', {
    meta: { covers: ['S46'] },
  }, async () => {
    const enrollmentId = await person()
    const both = await Promise.all([printed(enrollmentId), printed(enrollmentId)])
    const again = await printed(enrollmentId, { attempt: 1 })
    const ids = [...both, again].map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(1)
    await work()
    const late = await printed(enrollmentId, { attempt: 1 })
    expect(late.body).toMatchObject({ id: ids[0], queueState: 'COMPLETED' })
    expect(await cards()).toHaveLength(1)
  })

  it('of 20 who ask at once comes out once', { meta: { covers: ['S46'] } }, async () => {
    const enrollmentId = await person()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => buildAdmin(test.ctx)))
    const answers = await Promise.all(
      tokens.map(({ token }) =>
        test.call(printCard, { as: token, body: { printerId, enrollmentId } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(19)
    expect(refused[0]?.body.errorCode).toBe('ISSUANCE_PRINT_ACTIVE')
    await work()
    expect(await cards()).toHaveLength(1)
  })

  it('that somebody else has printed says who, and is printed again for a reason', async () => {
    const enrollmentId = await person()
    const first = await printed(enrollmentId)
    const other = (await buildAdmin(test.ctx)).token
    const second = await test.call(printCard, { as: other, body: { printerId, enrollmentId } })
    expect(second.body).toMatchObject({
      errorCode: 'ISSUANCE_PRINT_ACTIVE',
      parameters: { who: first.body.createdBy },
    })
    await work()
    const done = await printed(enrollmentId)
    expect(done.body.errorCode).toBe('ISSUANCE_PRINT_DONE')
    const vague = await printed(enrollmentId, { reprint: { reason: 'OTHER', fate: 'LOST' } })
    expect(vague.status).toBe(400)
    const reprint = { reason: 'DAMAGED', note: 'bent', fate: 'DESTROYED' }
    const again = await printed(enrollmentId, { reprint })
    expect(again.body).toMatchObject({
      attempt: 2,
      reprintReason: 'DAMAGED',
      previousFate: 'DESTROYED',
    })
    await work()
    expect(await counted()).toMatchObject({ completed: 2, reprinted: 1 })
  })

  it('with the number of another attempt is refused', async () => {
    const enrollmentId = await person()
    expect((await printed(enrollmentId, { attempt: 2 })).body.errorCode).toBe(
      'ISSUANCE_PRINT_CONFLICT',
    )
    await printed(enrollmentId, { attempt: 1 })
    const otherwise = await printed(enrollmentId, { attempt: 1, hopper: 'main' })
    expect(otherwise.body.errorCode).toBe('ISSUANCE_PRINT_CONFLICT')
  })

  it('of a record in which something is missing is not printed', async () => {
    const enrollmentId = await person()
    await test.ctx.db
      .updateTable('enrollments')
      .set({ enroll_state: 'ENROLLING' })
      .where('id', '=', enrollmentId)
      .execute()
    expect((await printed(enrollmentId)).body.errorCode).toBe('ISSUANCE_PRINT_NOT_ENROLLED')
  })

  it('is as it was asked for, whatever is written afterwards', async () => {
    const enrollmentId = await person()
    const reprint = { reason: 'CHANGED', note: '', fate: 'RETURNED' }
    const rename = () =>
      test.ctx.db
        .updateTable('enrollments')
        .set({ content: JSON.stringify({ number: 'S-99999', first: 'Grace' }) })
        .where('id', '=', enrollmentId)
        .execute()
    const hashOf = async (beside: object, before: () => Promise<unknown> = async () => null) => {
      const { body } = await printed(enrollmentId, beside)
      await before()
      await work()
      const read = await test.call(readPrint, { as, params: { printJobId: String(body.id) } })
      return read.body.imageSha256
    }
    const first = await hashOf({})
    expect(await hashOf({ reprint }, rename)).toBe(first)
    expect(await hashOf({ reprint })).not.toBe(first)
  })

  it('whose barcode cannot be encoded is not sent', async () => {
    const enrollmentId = await person()
    await test.ctx.db
      .updateTable('enrollments')
      .set({ content: JSON.stringify({ number: 'ü', first: 'Grace' }) })
      .where('id', '=', enrollmentId)
      .execute()
    const { body } = await printed(enrollmentId)
    await work()
    const read = await test.call(readPrint, { as, params: { printJobId: String(body.id) } })
    expect(read.body).toMatchObject({ queueState: 'FAILED', detail: 'BARCODE_REFUSED b' })
    expect(await cards()).toEqual([])
  })
})

describe('a printer', () => {
  it('that is off keeps its cards waiting, and none counts as an attempt', async () => {
    await suffer(test.ctx, printerId, { fault: 'OFFLINE' })
    const { body } = await printed(await person())
    await work()
    expect(await states(body.id)).toEqual(['WAIT_FOR_PRINTER', 'QUEUED'])
    await suffer(test.ctx, printerId, { fault: 'NONE' })
    await later(60)
    expect(await states(body.id)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(
      (await test.call(readPrint, { as, params: { printJobId: String(body.id) } })).body.attempt,
    ).toBe(1)
  })

  it('that is busy when a card comes keeps it waiting', async () => {
    await suffer(test.ctx, printerId, { fault: 'BUSY' })
    const { body } = await printed(await person())
    await work()
    expect(await states(body.id)).toEqual(['WAIT_FOR_PRINTER', 'QUEUED'])
    expect(await cards()).toEqual([])
  })

  it('whose ribbon ends under a card goes on by itself; nothing is sent again', async () => {
    await suffer(test.ctx, printerId, { fault: 'NONE', secondsPerCard: 30 })
    const { body } = await printed(await person())
    await work()
    await suffer(test.ctx, printerId, { fault: 'RIBBON_OUT', secondsPerCard: 30 })
    await later(60)
    expect(await states(body.id)).toEqual(['STARTED', 'IN_PROGRESS'])
    const { body: stopped } = await test.call(readPrintStatus, {
      as,
      params: { printStatusId: String(body.id) },
    })
    expect(stopped.detail).toBe('marker-supply-empty')
    await suffer(test.ctx, printerId, { fault: 'NONE' })
    await later(5)
    expect(await states(body.id)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await cards()).toHaveLength(1)
  })

  it('that gives a card up has it fail; the next attempt is another one', async () => {
    await suffer(test.ctx, printerId, { fault: 'ABORT' })
    const enrollmentId = await person()
    const { body } = await printed(enrollmentId)
    await work()
    expect(await states(body.id)).toEqual(['FAILED', 'FAILED'])
    await suffer(test.ctx, printerId, { fault: 'NONE' })
    expect((await printed(enrollmentId)).body.attempt).toBe(2)
    await work()
    expect(await counted()).toMatchObject({ completed: 1, failed: 1 })
  })

  it('whose answer was lost is asked, and its card followed', async () => {
    await suffer(test.ctx, printerId, { fault: 'ANSWER_LOST' })
    const { body } = await printed(await person())
    await work()
    await later(2)
    expect(await states(body.id)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await cards()).toHaveLength(1)
  })

  it('that forgot a card leaves it to the operator, and sends nothing', async () => {
    await suffer(test.ctx, printerId, { fault: 'NONE', secondsPerCard: 600 })
    const enrollmentId = await person()
    const { body } = await printed(enrollmentId)
    await work()
    await suffer(test.ctx, printerId, { fault: 'RESTART' })
    await later(20)
    expect(await states(body.id)).toEqual(['UNKNOWN', 'UNKNOWN'])
    expect(await cards()).toEqual([])
    const another = await printed(enrollmentId, { attempt: 2 })
    expect(another.body.errorCode).toBe('ISSUANCE_PRINT_ACTIVE')
    const params = { printStatusId: String(body.id) }
    const cancelled = await test.call(cancelPrint, { as, params })
    expect(cancelled.body.errorCode).toBe('ISSUANCE_PRINT_INVALID_STATE')
    const answer = (usable: boolean) =>
      test.call(changePrint, { as, params, body: { action: 'ANSWER', usable } })
    expect((await answer(false)).body).toMatchObject({ queueState: 'FAILED' })
    expect((await answer(true)).body.errorCode).toBe('ISSUANCE_PRINT_INVALID_STATE')
    expect((await printed(enrollmentId)).body.attempt).toBe(2)
  })

  it('with cards is not deleted; without them it goes, and what it printed stays', async () => {
    const { body } = await printed(await person())
    const params = { printerId }
    const kept = await test.call(deletePrinter, { as, params })
    expect(kept.body.errorCode).toBe('ISSUANCE_PRINTER_BUSY')
    await work()
    expect((await test.call(deletePrinter, { as, params })).status).toBe(204)
    const read = await test.call(readPrint, { as, params: { printJobId: String(body.id) } })
    expect(read.body).toMatchObject({ printerId: null, queueState: 'COMPLETED' })
  })
})

describe('a node', () => {
  it('that died after a card may have left has nobody send it again', {
    meta: { covers: ['S46'] },
  }, async () => {
    const { body } = await printed(await person())
    const id = String(body.id)
    // What was written before the first byte; the node sent nothing, or all: nobody knows.
    await stepJob(test.ctx, { id, event: { kind: 'SEND' } })
    await later(30)
    expect(await states(id)).toEqual(['UNKNOWN', 'UNKNOWN'])
    expect(await cards()).toEqual([])
  })

  it('that lost its printer to another writes nothing any more', {
    meta: { covers: ['S46'] },
  }, async () => {
    const { body } = await printed(await person())
    const lease = { leaseId: test.platform.ids.uuid(), printerId }
    const step = { id: String(body.id), event: { kind: 'SEND' } as const, lease }
    await expect(stepJob(test.ctx, step)).rejects.toThrow(LeaseLost)
    expect(await states(body.id)).toEqual(['QUEUED', 'QUEUED'])
  })

  describe('while it draws a card', () => {
    /** A node has the printer, and found the card to be next. */
    const drawing = async () => {
      const { body } = await printed(await person())
      const lease = { leaseId: test.platform.ids.uuid(), printerId }
      await claimLanes(test.platform, { leaseId: lease.leaseId, most: 50 })
      const id = String(body.id)
      const step = (kind: 'SEND' | 'WAIT' | 'REFUSE') =>
        stepJob(test.ctx, { id, event: { kind }, lease })
      const params = { printStatusId: id }
      const change = (wanted: object) => test.call(changePrint, { as, params, body: wanted })
      return { id, step, change, batchId: String(body.batchId), lease }
    }
    const released = ({ leaseId }: { leaseId: string }) =>
      releaseLane(test.ctx, {
        leaseId,
        printerId,
        dueAt: test.platform.clock.now(),
        failures: 0,
      })

    it.each(['SEND', 'WAIT', 'REFUSE'] as const)(
      'that was moved meanwhile, leaves it to the other printer (%s)',
      async (kind) => {
        const { id, step, change, lease } = await drawing()
        const other = await buildQuickPrinter(test.ctx)
        expect((await change({ action: 'MOVE', printerId: other })).status).toBe(200)
        expect(await step(kind)).toBeNull()
        expect(await states(id)).toEqual(['QUEUED', 'QUEUED'])
        await released(lease)
        await work()
        expect(await states(id)).toEqual(['COMPLETED', 'COMPLETED'])
        expect(await cards()).toEqual([])
      },
    )

    it.each(['SEND', 'WAIT', 'REFUSE'] as const)(
      'that was held meanwhile, sends nothing until it goes on (%s)',
      async (kind) => {
        const { id, step, change, batchId, lease } = await drawing()
        expect((await change({ action: 'HOLD' })).status).toBe(200)
        expect(await step(kind)).toBeNull()
        await released(lease)
        await work()
        expect(await states(id)).toEqual(['QUEUED', 'QUEUED'])
        expect(await cards()).toEqual([])
        await test.call(resumePrint, { as, body: { id: batchId } })
        await work()
        expect(await states(id)).toEqual(['COMPLETED', 'COMPLETED'])
        expect(await cards()).toHaveLength(1)
      },
    )
  })

  it('beside another works for other printers', async () => {
    const other = createPrintDispatcher(test.platform)
    const { body } = await printed(await person())
    await Promise.all([printing, other].map((node) => workUntilNothingIsDue(test.ctx, node)))
    expect(await states(body.id)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await cards()).toHaveLength(1)
  })
})

describe('a card that is called off', () => {
  it('ends at once where it was not sent', async () => {
    const { body } = await printed(await person())
    const params = { printStatusId: String(body.id) }
    expect((await test.call(cancelPrint, { as, params })).status).toBe(204)
    expect(await states(body.id)).toEqual(['CANCELLED', 'CANCELLED'])
    await work()
    expect(await cards()).toEqual([])
  })

  it('ends when the printer says so', async () => {
    await suffer(test.ctx, printerId, { fault: 'NONE', secondsPerCard: 600 })
    const { body } = await printed(await person())
    await work()
    const params = { printStatusId: String(body.id) }
    await test.call(cancelPrint, { as, params })
    expect((await test.call(readPrintStatus, { as, params })).body).toMatchObject({
      queueState: 'STARTED',
      cancelWanted: true,
    })
    await later(5)
    expect(await states(body.id)).toEqual(['CANCELLED', 'CANCELLED'])
    expect(await cards()).toMatchObject([{ outcome: 'canceled' }])
  })

  it('with all others of its printer leaves those that need an answer', {
    meta: { covers: ['issuance.print-queue'] },
  }, async () => {
    const [one = '', two = '', three = ''] = await buildPeople(test.ctx, 3)
    const unknown = await printed(one)
    const id = String(unknown.body.id)
    await stepJob(test.ctx, { id, event: { kind: 'SEND' } })
    await stepJob(test.ctx, { id, event: { kind: 'FORGOTTEN' } })
    await printed(two)
    await printed(three)
    const { body } = await test.call(cancelActivePrints, { as, params: { printerId } })
    expect(body).toEqual({ cancelled: 2, asked: 0 })
    expect(await states(id)).toEqual(['UNKNOWN', 'UNKNOWN'])
  })

  it('after its end goes off the list, and stays counted', {
    meta: { covers: ['issuance.print-queue'] },
  }, async () => {
    const { body } = await printed(await person())
    await work()
    const params = { printJobId: String(body.id) }
    expect((await test.call(removePrint, { as, params })).status).toBe(204)
    const listed = await test.call(listPrints, { as, body: { printerId } })
    expect(listed.body.results).toEqual([])
    expect(await counted()).toMatchObject({ completed: 1 })
  })
})

describe('the cards of a record that is deleted', () => {
  const kept = (jobId: unknown) =>
    test.ctx.db
      .selectFrom('print_contents')
      .select('job_id')
      .where('job_id', '=', String(jobId))
      .execute()
  const removed = (enrollmentId: string) =>
    test.call(deleteEnrollments, { as, body: { ids: [enrollmentId] } })

  it('are called off where they wait, and keep no values', async () => {
    const enrollmentId = await person()
    const { body } = await printed(enrollmentId)
    expect((await removed(enrollmentId)).status).toBe(204)
    expect(await kept(body.id)).toEqual([])
    expect(await states(body.id)).toEqual(['CANCELLED', 'CANCELLED'])
    await work()
    expect(await cards()).toEqual([])
    const read = await test.call(readPrint, { as, params: { printJobId: String(body.id) } })
    expect(read.body.log).toMatchObject([{ event: 'CANCEL', detail: 'ENROLLMENT_DELETED' }])
    expect(await counted()).toMatchObject({ completed: 0, cancelled: 1 })
  })

  it('are called off with all records of a design too', async () => {
    const enrollmentId = await person()
    const { body } = await printed(enrollmentId)
    const { workflow_id: workflowId } = await test.ctx.db
      .selectFrom('enrollments')
      .select('workflow_id')
      .where('id', '=', enrollmentId)
      .executeTakeFirstOrThrow()
    await test.call(deleteAllEnrollments, { as, body: { workflowId } })
    expect(await kept(body.id)).toEqual([])
    expect(await states(body.id)).toEqual(['CANCELLED', 'CANCELLED'])
  })

  it('keep no values after their end', async () => {
    const enrollmentId = await person()
    const { body } = await printed(enrollmentId)
    await work()
    expect(await kept(body.id)).toHaveLength(1)
    await removed(enrollmentId)
    expect(await kept(body.id)).toEqual([])
    expect(await states(body.id)).toEqual(['COMPLETED', 'COMPLETED'])
  })

  it('are followed where the printer may have them, and never sent again', async () => {
    const enrollmentId = await person()
    const { body } = await printed(enrollmentId)
    const id = String(body.id)
    await stepJob(test.ctx, { id, event: { kind: 'SEND' } })
    await removed(enrollmentId)
    expect(await states(id)).toEqual(['STARTED', 'QUEUED'])
    await stepJob(test.ctx, { id, event: { kind: 'TURN_AWAY' } })
    await later(600)
    const read = await test.call(readPrint, { as, params: { printJobId: id } })
    expect(read.body).toMatchObject({ queueState: 'FAILED', detail: 'VALUES_GONE' })
    expect(await cards()).toEqual([])
  })

  it('are not put into the queue by whoever read the record before it went', async () => {
    const enrollmentId = await person()
    const row = { table: 'enrollments', column: 'id', value: enrollmentId }
    const [, late] = await whileHeld(test.ctx, row, async ({ untilWaiting }) => {
      const going = removed(enrollmentId)
      await untilWaiting(1)
      return Promise.all([going, printed(enrollmentId)])
    })
    expect(late.body.errorCode).toBe('ISSUANCE_ENROLLMENT_NOT_FOUND')
  })
})

const batch = async (count: number) => {
  const enrollmentIds = await buildPeople(test.ctx, count)
  const body = {
    printerIds: [printerId],
    cards: enrollmentIds.map((enrollmentId) => ({ enrollmentId })),
  }
  const made = await test.call(printCards, { as, body })
  expect(made.status, made.text).toBe(200)
  const jobs: { id: string; position: number }[] = JSON.parse(made.text).jobs
  return { id: String(made.body.id), jobs, enrollmentIds }
}

const statesOf = async (id: string) => {
  const { text } = await test.call(readPrintBatch, { as, params: { id } })
  return JSON.parse(text).jobs.map(({ queueState }: { queueState: string }) => queueState)
}

describe('cards that are printed together', () => {
  it('come out in their order, shared by two printers', {
    meta: { covers: ['issuance.print-runs'] },
  }, async () => {
    const other = await buildQuickPrinter(test.ctx)
    const people = await buildPeople(test.ctx, 4)
    const body = {
      printerIds: [printerId, other],
      cards: people.map((enrollmentId) => ({ enrollmentId })),
    }
    const { body: made, text } = await test.call(printCards, { as, body })
    const jobs: { id: string; printerId: string }[] = JSON.parse(text).jobs
    expect(jobs.map((job) => job.printerId)).toEqual([printerId, other, printerId, other])
    await work()
    expect(await statesOf(String(made.id))).toEqual(Array(4).fill('COMPLETED'))
    expect(await cards()).toMatchObject([
      { job_name: `signet-${jobs[0]?.id}` },
      { job_name: `signet-${jobs[2]?.id}` },
    ])
    const { text: listed } = await test.call(listPrintBatches, { as })
    expect(JSON.parse(listed)).toContainEqual(expect.objectContaining({ id: made.id, total: 4 }))
  })

  it('are held from a card on, and go on from another', {
    meta: { covers: ['issuance.print-runs'] },
  }, async () => {
    const { id, jobs } = await batch(4)
    const hold = { as, params: { printStatusId: String(jobs[1]?.id) }, body: { action: 'HOLD' } }
    expect((await test.call(changePrint, hold)).status).toBe(200)
    await work()
    expect(await statesOf(id)).toEqual(['COMPLETED', 'QUEUED', 'QUEUED', 'QUEUED'])
    expect((await test.call(resumePrint, { as, body: { id, from: 2 } })).body.heldFrom).toBeNull()
    await work()
    expect(await statesOf(id)).toEqual(['COMPLETED', 'CANCELLED', 'COMPLETED', 'COMPLETED'])
  })

  it('are called off from a card on', { meta: { covers: ['issuance.print-runs'] } }, async () => {
    const { id } = await batch(3)
    await test.call(cancelPrintBatch, { as, params: { id }, query: { from: 1 } })
    await work()
    expect(await statesOf(id)).toEqual(['COMPLETED', 'CANCELLED', 'CANCELLED'])
    const again = await test.call(resumePrint, { as, body: { id, failed: true } })
    await work()
    expect(await statesOf(String(again.body.id))).toEqual(['COMPLETED', 'COMPLETED'])
  })

  it('are not tried again where something is missing in the record by now', async () => {
    const { id, enrollmentIds } = await batch(2)
    await test.call(cancelPrintBatch, { as, params: { id } })
    const unfinish = (enrollmentId = '') =>
      test.ctx.db
        .updateTable('enrollments')
        .set({ enroll_state: 'ENROLLING' })
        .where('id', '=', enrollmentId)
        .execute()
    await unfinish(enrollmentIds[0])
    const again = await test.call(resumePrint, { as, body: { id, failed: true } })
    expect(JSON.parse(again.text).jobs).toMatchObject([{ enrollmentId: enrollmentIds[1] }])
    await test.call(cancelPrintBatch, { as, params: { id: String(again.body.id) } })
    await unfinish(enrollmentIds[1])
    const none = await test.call(resumePrint, { as, body: { id, failed: true } })
    expect(none.body.id).toBe(id)
  })

  it('are all or none, or each by itself with its reason', async () => {
    const { enrollmentIds } = await batch(1)
    const fresh = await person()
    const other = (await buildAdmin(test.ctx)).token
    const wanted = [...enrollmentIds, fresh].map((enrollmentId) => ({ enrollmentId }))
    const body = { printerIds: [printerId], cards: wanted }
    const none = await test.call(printCards, { as: other, body })
    expect(none.body.errorCode).toBe('ISSUANCE_PRINT_ACTIVE')
    const each = await test.call(printCardsEach, { as: other, body })
    expect(each.body.results).toMatchObject([
      { job: null, errorCode: 'ISSUANCE_PRINT_ACTIVE' },
      { enrollmentId: fresh, job: { queueState: 'QUEUED' }, errorCode: null },
    ])
  })

  it('move to another printer as long as they were not sent', async () => {
    const other = await buildQuickPrinter(test.ctx)
    const { jobs } = await batch(2)
    const move = (id: unknown) =>
      test.call(changePrint, {
        as,
        params: { printStatusId: String(id) },
        body: { action: 'MOVE', printerId: other },
      })
    expect((await move(jobs[1]?.id)).body).toMatchObject({ printerId: other })
    await work()
    expect(await cards()).toHaveLength(1)
    expect((await move(jobs[0]?.id)).body.errorCode).toBe('ISSUANCE_PRINT_INVALID_STATE')
  })

  it('are listed by page, and what happened to them as text and as a table', {
    meta: { covers: ['issuance.print-queue'] },
  }, async () => {
    const { id } = await batch(3)
    const waiting = await test.call(listActivePrints, { as })
    expect(
      JSON.parse(waiting.text).filter((job: { batchId: string }) => job.batchId === id),
    ).toHaveLength(3)
    await work()
    const first = await test.call(listPrintsOfBatch, { as, body: { batchId: id, limit: 2 } })
    expect(first.body).toMatchObject({ paging: { total: 3 } })
    const { nextCursor } = JSON.parse(first.text).paging
    const rest = await test.call(listPrintsOfBatch, {
      as,
      body: { batchId: id, limit: 2, cursor: nextCursor },
    })
    expect(JSON.parse(rest.text).results).toHaveLength(1)
    const ended = await test.call(listPrints, { as, body: { printerId, states: ['COMPLETED'] } })
    expect(JSON.parse(ended.text).results).toHaveLength(3)
    const log = await test.call(downloadPrintLog, { as, params: { id } })
    expect(log.text.trim().split('\r\n')).toHaveLength(9)
    const table = await test.call(downloadPrintLogTable, { as, params: { id } })
    expect(table.text).toMatch(/^at,position,title,/)
  })
})

describe('a sample of a design', () => {
  it('says VOID on both sides and is counted nowhere', {
    meta: { covers: ['issuance.print-preview'] },
  }, async () => {
    const name = `Sample ${test.platform.ids.random(6).toString('hex')}`
    const made = { name, description: null, design: templates.student() }
    const { id } = (await createCredentialDesign(test.ctx, made)).value
    const body = { credentialDesignId: id, values: { 'Student number': '42' } }
    const sample = await test.call(printDesign, { as, params: { printerId }, body })
    expect(sample.body).toMatchObject({ kind: 'SAMPLE', enrollmentId: null, title: name })
    await work()
    expect(await states(sample.body.id)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await counted()).toBeUndefined()
  })
})

describe('whoever is limited to groups', () => {
  it('sees and touches the cards of their groups alone', {
    meta: { covers: ['S22'] },
  }, async () => {
    const { id: groupId } = await buildGroup(test.ctx)
    const permissions: Need[] = [
      ['PRINTERS', 'VIEW'],
      ['ISSUANCE', 'ADD'],
      ['ISSUANCE', 'EDIT'],
    ]
    const limited = await buildAdmin(test.ctx, { groupIds: [groupId], permissions })
    const enrollmentId = await person()
    const { body } = await printed(enrollmentId)
    const printStatusId = String(body.id)
    const call = { as: limited.token, params: { printStatusId } }
    expect((await test.call(readPrintStatus, call)).status).toBe(404)
    expect((await test.call(cancelPrint, call)).status).toBe(404)
    const batchCall = { as: limited.token, params: { id: String(body.batchId) } }
    expect((await test.call(readPrintBatch, batchCall)).status).toBe(404)
    const listed = await test.call(listActivePrints, { as: limited.token })
    expect(JSON.parse(listed.text)).toEqual([])
    const prints = async (): Promise<{ id: string }[]> =>
      JSON.parse((await test.call(listPrintBatches, { as: limited.token })).text)
    expect(await prints()).toEqual([])
    const own = await test.call(printCardOn, {
      as: limited.token,
      params: { printerId },
      body: { enrollmentId },
    })
    expect(own.body.errorCode).toBe('ISSUANCE_ENROLLMENT_NOT_FOUND')
    await test.ctx.db
      .updateTable('print_jobs')
      .set({ group_id: groupId })
      .where('id', '=', printStatusId)
      .execute()
    expect((await test.call(readPrintStatus, call)).status).toBe(200)
    expect(await prints()).toMatchObject([{ id: body.batchId }])
  })
})
