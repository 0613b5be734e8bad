import { deleteEnrollments } from '@signet/contract/issuance/enrollments'
import {
  changePrint,
  printCard,
  printCards,
  printCardsEach,
  readPrintBatch,
  readPrintStatus,
  resumePrint,
} from '@signet/contract/issuance/print-jobs'
import { cancelActivePrints, readPrint } from '@signet/contract/issuance/print-queue'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import {
  buildPeople,
  buildQuickPrinter,
  suffer,
  workUntilNothingIsDue,
} from '../../../../testing/issuance/print-jobs.ts'
import { whileTenantLocked } from '../../../../testing/locked-tenant.ts'
import { whileTimeStands } from '../../../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { Dispatcher } from '../../tenancy/leased-turns/index.ts'
import { createPrintDispatcher } from './worker/dispatcher.ts'

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
  await test.ctx.db.updateTable('printer_lanes').set({ due_at: null }).execute()
  as = (await buildAdmin(test.ctx)).token
  printerId = await buildQuickPrinter(test.ctx)
})

const work = () => workUntilNothingIsDue(test.ctx, printing)

const batch = async (count: number) => {
  const people = await buildPeople(test.ctx, count)
  const cards = people.map((enrollmentId) => ({ enrollmentId }))
  const made = await test.call(printCards, { as, body: { printerIds: [printerId], cards } })
  const jobs: { id: string }[] = JSON.parse(made.text).jobs
  return { id: String(made.body.id), jobs: jobs.map(({ id }) => id), people }
}
const statesOf = async (id: string, token = as) => {
  const { text } = await test.call(readPrintBatch, { as: token, params: { id } })
  return JSON.parse(text).jobs.map(({ queueState }: { queueState: string }) => queueState)
}

const endings = async (): Promise<number> => {
  const rows = await test.ctx.db
    .selectFrom('audit_events')
    .select('id')
    .where('action', '=', 'PRINT_ENDED')
    .execute()
  return rows.length
}

describe('a print with cards of several groups', () => {
  it('is held and continued by each for the cards that they see', {
    meta: { covers: ['S22'] },
  }, async () => {
    const { id: groupId } = await buildGroup(test.ctx)
    const { token } = await buildAdmin(test.ctx, {
      groupIds: [groupId],
      permissions: [
        ['PRINTERS', 'VIEW'],
        ['ISSUANCE', 'EDIT'],
      ],
    })
    const { id, jobs } = await batch(4)
    await test.ctx.db
      .updateTable('print_jobs')
      .set({ group_id: groupId })
      .where('id', 'in', jobs.slice(1, 3))
      .execute()
    const hold = (printStatusId: string, by: string) =>
      test.call(changePrint, { as: by, params: { printStatusId }, body: { action: 'HOLD' } })
    expect((await hold(jobs[1] ?? '', token)).body).toMatchObject({ held: true })
    await work()
    expect(await statesOf(id)).toEqual(['COMPLETED', 'QUEUED', 'QUEUED', 'COMPLETED'])
    const seen = await test.call(readPrintBatch, { as: token, params: { id } })
    expect(seen.body.heldFrom).toBe(1)
    await hold(jobs[1] ?? '', as)
    await test.ctx.db
      .updateTable('print_jobs')
      .set({ group_id: null })
      .where('id', '=', jobs[2] ?? '')
      .execute()
    await test.call(resumePrint, { as: token, body: { id } })
    await work()
    expect(await statesOf(id)).toEqual(['COMPLETED', 'COMPLETED', 'QUEUED', 'COMPLETED'])
    await test.call(resumePrint, { as, body: { id } })
    await work()
    expect(await statesOf(id)).toEqual(Array(4).fill('COMPLETED'))
  })
})

describe('a printer that lacks something', () => {
  const waitFor = async (fault: 'RIBBON_OUT' | 'OFFLINE') => {
    await suffer(test.ctx, printerId, { fault })
    const { id, jobs } = await batch(1)
    for (let minute = 0; minute < 6; minute += 1) {
      await work()
      test.clock.advance(60_000)
    }
    await work()
    await suffer(test.ctx, printerId, { fault: 'NONE' })
    const after = async (millis: number) => {
      test.clock.advance(millis)
      await work()
      return (await statesOf(id))[0]
    }
    return { after, id: jobs[0] ?? '' }
  }

  it('goes on ten seconds after somebody saw to it, and told once what it lacked', async () => {
    await whileTimeStands(async () => {
      const { after, id } = await waitFor('RIBBON_OUT')
      const { text } = await test.call(readPrint, { as, params: { printJobId: id } })
      const logged: { event: string }[] = JSON.parse(text).log
      expect(logged.map(({ event }) => event)).toEqual(['WAIT'])
      expect(await after(9_999)).toBe('WAIT_FOR_PRINTER')
      expect(await after(1)).toBe('COMPLETED')
    })
  })

  it('is asked once a minute while it does not answer at all', async () => {
    await whileTimeStands(async () => {
      const { after } = await waitFor('OFFLINE')
      expect(await after(59_999)).toBe('WAIT_FOR_PRINTER')
      expect(await after(1)).toBe('COMPLETED')
    })
  })
})

describe('a print', () => {
  it('of a locked tenant waits, and comes out as soon as it is unlocked', async () => {
    const { id } = await batch(1)
    await whileTenantLocked(test.ctx, async () => {
      await printing.look()
      await printing.idle()
    })
    expect(await statesOf(id)).toEqual(['QUEUED'])
    await work()
    expect(await statesOf(id)).toEqual(['COMPLETED'])
  })

  it('of nothing is not listed where all its cards were asked for at the same time', async () => {
    const cards = (await buildPeople(test.ctx, 20)).map((enrollmentId) => ({ enrollmentId }))
    const body = { printerIds: [printerId], cards }
    const asking = Array.from({ length: 8 }, () => test.call(printCardsEach, { as, body }))
    expect((await Promise.all(asking)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    const empty = await test.ctx.db
      .selectFrom('print_batches as b')
      .leftJoin('print_jobs as j', 'j.batch_id', 'b.id')
      .select('b.id')
      .where('j.id', 'is', null)
      .execute()
    expect(empty).toEqual([])
  })

  it('forgets whose card it was with the record', async () => {
    const { id, jobs, people } = await batch(2)
    await work()
    const again = await test.call(printCard, {
      as,
      body: {
        printerId,
        enrollmentId: people[0] ?? '',
        reprint: { reason: 'OTHER', note: 'Ada lost it', fate: 'LOST' },
      },
    })
    await test.call(deleteEnrollments, { as, body: { ids: [...people] } })
    const read = async (printJobId: string) =>
      (await test.call(readPrint, { as, params: { printJobId } })).body
    expect(await read(jobs[0] ?? '')).toMatchObject({ title: '', queueState: 'COMPLETED' })
    expect(await read(String(again.body.id))).toMatchObject({
      title: '',
      reprintNote: null,
      reprintReason: 'OTHER',
      queueState: 'CANCELLED',
    })
    expect(await statesOf(id)).toEqual(['COMPLETED', 'COMPLETED'])
  })

  it('is called off with its log, its count and its events, however many wait', async () => {
    const { id, jobs } = await batch(30)
    const before = await endings()
    const called = await test.call(cancelActivePrints, { as, params: { printerId } })
    expect(called.body).toEqual({ cancelled: 30, asked: 0 })
    expect(new Set(await statesOf(id))).toEqual(new Set(['CANCELLED']))
    const read = await test.call(readPrint, { as, params: { printJobId: jobs[29] ?? '' } })
    expect(read.body.log).toMatchObject([{ event: 'CANCEL', queueState: 'CANCELLED' }])
    const { db } = test.ctx
    const { name } = await db
      .selectFrom('printers')
      .select('name')
      .where('id', '=', printerId)
      .executeTakeFirstOrThrow()
    const count = await db
      .selectFrom('print_counts')
      .select('cancelled')
      .where('printer_name', '=', name)
      .executeTakeFirstOrThrow()
    expect(count.cancelled).toBe(30)
    expect((await endings()) - before).toBe(30)
    const contents = await db
      .selectFrom('print_contents')
      .select('job_id')
      .where('job_id', 'in', jobs)
      .where('ended_at', 'is', null)
      .execute()
    expect(contents).toEqual([])
  })
})

describe('a card that cannot be drawn', () => {
  it('is tried once more, then fails, and lets the next one out', async () => {
    const [broken = '', sound = ''] = await buildPeople(test.ctx, 2)
    const print = async (enrollmentId: string) =>
      String((await test.call(printCard, { as, body: { printerId, enrollmentId } })).body.id)
    const [first, next] = [await print(broken), await print(sound)]
    // What no drawing can be made of.
    await test.ctx.db
      .updateTable('print_contents')
      .set({ field_values: 'null' })
      .where('job_id', '=', first)
      .execute()
    const stateOf = async (printStatusId: string) => {
      const { body } = await test.call(readPrintStatus, { as, params: { printStatusId } })
      return [body.queueState, body.detail]
    }
    await whileTimeStands(async () => {
      await work()
      expect(await stateOf(first)).toEqual(['WAIT_FOR_PRINTER', 'DRAWING_FAILED'])
      test.clock.advance(5000)
      await work()
      expect(await stateOf(first)).toEqual(['FAILED', 'DRAWING_FAILED'])
      expect(await stateOf(next)).toEqual(['COMPLETED', ''])
    })
  })
})
