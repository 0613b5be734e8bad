import { setTimeout as sleep } from 'node:timers/promises'
import type { BulkKindName } from '@signet/rules/bulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { secret } from '../../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { type FaultRun, inFaultRun } from '../../../../../testing/faults/fault-run.ts'
import { unlessFault } from '../../../../../testing/faults/faults.ts'
import { expectForSeeds } from '../../../../../testing/faults/seeds.ts'
import { setUpWallets } from '../../../../../testing/issuance/flash-passes.ts'
import { buildWorkflow } from '../../../../../testing/issuance/workflows.ts'
import { bulkDriver } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { workOnBulkOperation } from '../../../../app/bulk-work.ts'
import type { Context } from '../../../../kit/context.ts'
import { buildFlashPassDesign } from '../../../../security/sweep/flash-pass-rows.ts'
import { createEnrollments } from '../../../issuance/enrollments/index.ts'
import { readWorkflowDesign } from '../../../issuance/workflow-designs/index.ts'

/* Guards: rows, their events, results and checkpoint of a batch are one transaction. */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

interface BulkFile {
  readonly content: string
  readonly values?: Readonly<Record<string, string>>
}

interface Subject {
  readonly kind: BulkKindName
  /** More than one batch of 500. */
  readonly total: number
  file(ctx: Context, total: number): Promise<BulkFile>
  /** Rows that were made, and the events that record them. */
  made(ctx: Context): Promise<readonly [rows: number, events: number]>
}

const linesOf = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')

const eventsOf = async ({ db, tenant }: Context, action: string): Promise<number> => {
  const rows = await db
    .selectFrom('audit_events')
    .select('entity_id')
    .where('tenant_id', '=', tenant.id)
    .where('action', '=', action)
    .execute()
  return rows.length
}

const users: Subject = {
  kind: 'importusers',
  total: 1050,
  file: async (_ctx, total) => ({ content: `userId\n${linesOf(total, (at) => `row-${at}`)}` }),
  made: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('user_id', 'like', 'row-%')
      .execute()
    return [rows.length, await eventsOf(ctx, 'USER_CREATED')]
  },
}

const tokens: Subject = {
  kind: 'importhardwaretokens',
  total: 1050,
  file: async (_ctx, total) => {
    const lines = linesOf(total, (at) => `ROW-${at},${secret.toString('hex')},OATH_HOTP`)
    return { content: `serialNumber,secret,algorithm\n${lines}` }
  },
  made: async (ctx) => {
    const rows = await ctx.db
      .selectFrom('tokens')
      .select('serial')
      .where('tenant_id', '=', ctx.tenant.id)
      .execute()
    return [rows.length, await eventsOf(ctx, 'TOKEN_CREATED')]
  },
}

const passes: Subject = {
  kind: 'mfpissue',
  total: 520,
  file: async (ctx, total) => {
    await setUpWallets(ctx)
    const { workflowId: design } = await buildWorkflow(ctx)
    const workflow = await readWorkflowDesign(ctx, design)
    if (workflow === undefined) throw new Error('the built design is missing')
    const wanted = Array.from({ length: total }, (_, at) => ({
      wanted: { values: { 'First name': `Ada ${at}` }, draft: false },
      path: 'body',
    }))
    const records = await createEnrollments(ctx, workflow, wanted)
    return {
      content: `id\n${records.map(({ id }) => `${id}\n`).join('')}`,
      values: { design, passDesign: await buildFlashPassDesign(ctx, design) },
    }
  },
  made: async ({ db, tenant }) => {
    const rows = await db
      .selectFrom('flash_passes')
      .select('enrollment_id')
      .where('tenant_id', '=', tenant.id)
      .execute()
    const lines = await db
      .selectFrom('flash_pass_log')
      .select('pass_id')
      .where('tenant_id', '=', tenant.id)
      .where('event', '=', 'ISSUED')
      .execute()
    return [rows.length, lines.length]
  },
}

/** Many in each of the few runs: a run takes long. */
const intensity = { rates: [0.05, 0.1], faults: 8, kills: 4, stalls: 1 }

const Progress = z.object({ state: z.string(), done: z.object({ rows: z.int() }) })

/** Like the queue: repeats what failed, on the process that is up by then. */
const working = (run: FaultRun, id: string, place: number) => async (): Promise<void> => {
  const job = { content: { id }, signal: new AbortController().signal, isLast: false }
  for (let tries = 0; tries < 8; tries += 1) {
    try {
      return await run.node(place).work((ctx) => workOnBulkOperation(ctx, job))
    } catch (error) {
      unlessFault(error)
      await sleep(1000)
    }
  }
}

const scenario =
  ({ kind, total, file, made }: Subject) =>
  async (run: FaultRun): Promise<void> => {
    const { token: as } = await buildAdmin(run.ctx)
    const driver = () => bulkDriver(kind, run.node(0).call, as)
    const { content, values } = await file(run.ctx, total)
    const { queue } = run.node(0).ctx.platform
    await queue.start()
    const { id } = await driver().upload(content, values)
    expect((await driver().start(id)).status).toBe(200)
    await queue.stop()
    const read = async () => Progress.parse((await driver().read(id)).body)

    await run.run([
      { name: 'worker 1', work: working(run, id, 0) },
      { name: 'worker 2', work: working(run, id, 1) },
    ])
    const { done } = await read()
    expect(await made(run.ctx)).toEqual([done.rows, done.rows])
    await run.runWithoutFaults([{ name: 'later', work: working(run, id, 0) }])
    expect(await read()).toMatchObject({ state: 'COMPLETED', done: { rows: total } })
    expect(await made(run.ctx)).toEqual([total, total])
  }

const runOf =
  (subject: Subject) =>
  (seed: number): Promise<readonly string[]> =>
    inFaultRun({ test, seed, turns: 'stopped', intensity }, scenario(subject))

describe('a bulk operation that is cut off, delayed and killed at any await', () => {
  it('imports each user once', { meta: { covers: ['S46'] }, timeout: 900_000 }, async () => {
    await expectForSeeds(3, runOf(users))
  })

  it('imports each token once', { meta: { covers: ['S46'] }, timeout: 900_000 }, async () => {
    await expectForSeeds(3, runOf(tokens))
  })

  it('issues one pass for each record', {
    meta: { covers: ['S46'] },
    timeout: 900_000,
  }, async () => {
    await expectForSeeds(3, runOf(passes))
  })
})
