import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultRun, inFaultRun } from '../../../../testing/faults/fault-run.ts'
import { unlessFault } from '../../../../testing/faults/faults.ts'
import { createRandom } from '../../../../testing/faults/random.ts'
import { expectForSeeds } from '../../../../testing/faults/seeds.ts'
import { buildPeople } from '../../../../testing/issuance/print-jobs.ts'
import {
  openPrinterDouble,
  type PrinterDouble,
} from '../../../../testing/printers/printer-double.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { createPrinter } from '../printers/index.ts'
import { cancel } from './changing.service.ts'
import { printOne } from './printing.service.ts'
import { createPrintDispatcher } from './worker/dispatcher.ts'

/* Guards: MAYBE, written before the first byte; the printer asked before anything is sent again. */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const minute = 60_000
const ended: readonly string[] = ['COMPLETED', 'FAILED', 'CANCELLED']
const underWay: readonly string[] = ['QUEUED', 'WAIT_FOR_PRINTER', 'STARTED']

/** Leases end by the clock of the database, which the run does not move. */
const endLeases = (): Promise<unknown> =>
  test.testDatabase.asOwner((owner) =>
    owner.query(`update printer_lanes set leased_until = now() - interval '1 second'
      where lease_id is not null`),
  )

/** Dispatchers serve the printers of all tenants: those of earlier runs are taken out. */
const forgetLanes = (): Promise<unknown> =>
  test.testDatabase.asOwner((owner) =>
    owner.query('update printer_lanes set lease_id = null, leased_until = null, due_at = null'),
  )

/** Null for a call that was refused, or that a fault hit: its caller does not know what came of it. */
const tried = async <T>(work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work()
  } catch (error) {
    return error instanceof ApiError ? null : unlessFault(error)
  }
}

interface Office {
  readonly run: FaultRun
  readonly printerId: string
  readonly people: readonly string[]
  /** Jobs whose submitter got an answer. */
  readonly submitted: Set<string>
}

/** One process for each operation, so that none waits for another within a process. */
const places = { first: 0, second: 1, submitter: 2, rival: 3, clerk: 4 } as const

const dispatching = (run: FaultRun, place: number, rounds: number) => async (): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await tried(() =>
      run.node(place).work(async ({ platform }) => {
        const printing = createPrintDispatcher(platform)
        await printing.look()
        await printing.idle()
      }),
    )
    await sleep(2000)
  }
}

/** Submits each card until there is an answer. */
const submitting =
  ({ run, printerId, people, submitted }: Office, place: number) =>
  async (): Promise<void> => {
    for (const enrollmentId of people) {
      for (let tries = 0; tries < 3; tries += 1) {
        const job = await tried(() =>
          run.node(place).work((ctx) => printOne(ctx, { printerId, enrollmentId })),
        )
        if (job !== null) submitted.add(job.id)
        if (job !== null) break
      }
    }
  }

/** Cancels some cards and reprints others. */
const changing =
  ({ run, printerId, people, submitted }: Office) =>
  async (): Promise<void> => {
    const reprint = { reason: 'DAMAGED', note: '', fate: 'DESTROYED' } as const
    for (let round = 0; round < 6; round += 1) {
      await sleep(500)
      const wanted = run.random.oneOf([...people, ...submitted])
      const isCard = people.includes(wanted)
      await tried(() =>
        run.node(places.clerk).work(async (ctx) => {
          if (!isCard) return cancel(ctx, wanted)
          const job = await printOne(ctx, { printerId, enrollmentId: wanted, reprint })
          submitted.add(job.id)
        }),
      )
    }
  }

const jobsOf = ({ db, tenant }: Context) =>
  db.selectFrom('print_jobs').selectAll().where('tenant_id', '=', tenant.id).execute()
type Jobs = Awaited<ReturnType<typeof jobsOf>>

/** Lets every card come to an end without further faults. */
const finish = async ({ run }: Office): Promise<Jobs> => {
  for (let tries = 0; tries < 12; tries += 1) {
    const jobs = await jobsOf(run.ctx)
    if (!jobs.some(({ queue_state }) => underWay.includes(queue_state))) return jobs
    run.clock.advance(minute + 1)
    await endLeases()
    await run.runWithoutFaults([{ name: 'later', work: dispatching(run, places.first, 3) }])
  }
  throw new Error('some cards never end')
}

const expectPrintedOnce = (jobs: Jobs, { taken, cards }: PrinterDouble): void => {
  const timesIn = (names: readonly string[], id: string): number =>
    names.filter((name) => name === `signet-${id}`).length
  for (const { id, queue_state } of jobs) {
    expect(timesIn(taken, id)).toBeLessThanOrEqual(1)
    if (queue_state === 'UNKNOWN') continue
    expect([queue_state, timesIn(cards, id)]).toEqual([
      queue_state,
      queue_state === 'COMPLETED' ? 1 : 0,
    ])
  }
}

const sumsOf = async ({ db, tenant }: Context) => {
  const counts = await db
    .selectFrom('print_counts')
    .select(['completed', 'failed', 'cancelled'])
    .where('tenant_id', '=', tenant.id)
    .execute()
  const worn = await db
    .selectFrom('printer_counters')
    .select('cards')
    .where('tenant_id', '=', tenant.id)
    .execute()
  const events = await db
    .selectFrom('audit_events')
    .select('entity_id')
    .where('tenant_id', '=', tenant.id)
    .where('action', '=', 'PRINT_ENDED')
    .execute()
  const sum = (of: 'completed' | 'failed' | 'cancelled') =>
    counts.reduce((total, row) => total + row[of], 0)
  return {
    counted: [sum('completed'), sum('failed'), sum('cancelled')],
    worn: worn.reduce((total, { cards }) => total + Number(cards), 0),
    events: events.map(({ entity_id }) => entity_id).toSorted(),
  }
}

const expectCounted = async (ctx: Context, jobs: Jobs): Promise<void> => {
  const of = (state: string) => jobs.filter(({ queue_state }) => queue_state === state)
  const over = jobs.filter(({ queue_state }) => ended.includes(queue_state))
  expect(await sumsOf(ctx)).toEqual({
    counted: ended.map((state) => of(state).length),
    worn: of('COMPLETED').length,
    events: over.map(({ id }) => id).toSorted(),
  })
  const lines = await ctx.db
    .selectFrom('print_log')
    .select(['job_id', 'number'])
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('number')
    .execute()
  for (const { id, logged } of jobs) {
    const numbers = lines.filter(({ job_id }) => job_id === id).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: logged }, (_, at) => at + 1))
  }
}

const scenario =
  (printer: PrinterDouble) =>
  async (run: FaultRun): Promise<void> => {
    await forgetLanes()
    const head = { name: 'Printer', location: '', description: '' }
    const uri = 'ipps://printer.example/ipp/print'
    const { id: printerId } = (await createPrinter(run.ctx, { ...head, kind: 'IPP', uri })).value
    const office = {
      run,
      printerId,
      people: await buildPeople(run.ctx, 2),
      submitted: new Set<string>(),
    }
    await run.run([
      { name: 'dispatcher 1', work: dispatching(run, places.first, 4) },
      { name: 'dispatcher 2', work: dispatching(run, places.second, 4) },
      { name: 'submitter', work: submitting(office, places.submitter) },
      { name: 'rival', work: submitting(office, places.rival) },
      { name: 'clerk', work: changing(office) },
    ])
    const jobs = await finish(office)
    const ids = new Set(jobs.map(({ id }) => id))
    expect([...office.submitted].filter((id) => !ids.has(id))).toEqual([])
    expectPrintedOnce(jobs, printer)
    await expectCounted(run.ctx, jobs)
  }

const runOf = (seed: number): Promise<readonly string[]> => {
  const habits = createRandom(-seed)
  const printer = openPrinterDouble({
    isBusy: () => habits.happens(0.1),
    aborts: () => habits.happens(0.1),
    takes: () => 1 + habits.below(3),
    restarts: () => habits.happens(0.06),
  })
  return inFaultRun(
    {
      test,
      seed,
      turns: 'stopped',
      nodes: 5,
      intensity: { faults: 5, kills: 3, stalls: 2 },
      outside: printer.fetch,
      afterStall: async (millis) => {
        if (millis > minute) await endLeases()
      },
    },
    scenario(printer),
  )
}

describe('cards whose submitting, printing and following is cut off, delayed and killed', () => {
  it('come out once each, and all counts agree', {
    meta: { covers: ['S46'] },
    timeout: 900_000,
  }, async () => {
    await expectForSeeds(25, runOf)
  })

  it('run the same steps when a seed is replayed', async () => {
    await runOf(0)
    expect(await runOf(4)).toEqual(await runOf(4))
  })
})
