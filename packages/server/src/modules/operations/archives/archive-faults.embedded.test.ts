import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainedExport } from '../../../../testing/chained-events.ts'
import { type FaultRun, inFaultRun } from '../../../../testing/faults/fault-run.ts'
import { unlessFault } from '../../../../testing/faults/faults.ts'
import { expectForEveryKill } from '../../../../testing/faults/seeds.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import { verifyAuditExport } from '../audit-events/index.ts'
import { insertArchive } from './archives.repository.ts'
import { workOnArchive } from './index.ts'

/* Guards: an unfinished file has another name; its rename is in the transaction of the row. */

let test: TestApp
let folder: string
beforeAll(async () => {
  test = await startTestApp()
  folder = test.platform.config.archivesDir
  await mkdir(folder, { recursive: true })
})
afterAll(() => test.close())

const day = 86_400_000
const month = '2027-01'
const noted = 40

const rowOf = ({ ctx }: FaultRun) =>
  ctx.db
    .selectFrom('audit_archives')
    .select(['state', 'event_count'])
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()

const filesOf = async ({ ctx }: FaultRun): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.includes(ctx.tenant.id))

const working = (run: FaultRun, id: string) => ({
  name: 'worker',
  work: async () => {
    const job = { content: { id }, signal: new AbortController().signal, isLast: false }
    await run
      .node(0)
      .work((ctx) => workOnArchive(ctx, job))
      .catch(unlessFault)
  },
})

/** The pending archive of a past month with events. */
const wantedArchive = async (run: FaultRun): Promise<string> => {
  await run.ctx.transaction(async (ctx) => {
    for (let at = 0; at < noted; at += 1) {
      audit(ctx, 'NOTED', { subject: { entity: 'GRIDS', id: `grid-${at}` } })
    }
  })
  await chainedExport({ ctx: run.ctx, platform: run.ctx.platform })
  run.clock.advance(35 * day)
  const id = run.ctx.platform.ids.uuid()
  await insertArchive(run.ctx, {
    tenant_id: run.ctx.tenant.id,
    id,
    month,
    state: 'PENDING',
    event_count: 0,
    bytes: 0,
    sha256: null,
    progress: 0,
    node: null,
    created_by: 'test',
    created_at: run.clock.now(),
    completed_at: null,
  })
  return id
}

const scenario = async (run: FaultRun): Promise<void> => {
  const id = await wantedArchive(run)
  const name = `audit-${run.ctx.tenant.id}-${month}.jsonl.gz`
  const expectWhole = async (): Promise<void> => {
    expect(await filesOf(run)).toContain(name)
    const { valid, events } = await verifyAuditExport({ file: join(folder, name) })
    expect(valid).toBe(true)
    expect(events).toBeGreaterThanOrEqual(noted)
    expect(await rowOf(run)).toEqual({ state: 'READY', event_count: events })
  }
  await run.run([working(run, id)])
  if ((await rowOf(run)).state === 'READY') await expectWhole()
  await run.runWithoutFaults([working(run, id)])
  await expectWhole()
  expect(await filesOf(run)).toEqual([name])
  await rm(join(folder, name))
}

describe('an archive whose writing is killed at any await', () => {
  it('gets its name only when it is complete, and is completed by the next try', async () => {
    await expectForEveryKill((plan, seed) =>
      inFaultRun({ test, seed, turns: 'stopped', plan }, scenario),
    )
  })
})
