import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createArchive } from '@signet/contract/operations/archives'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import { workOnArchive } from '../modules/operations/archives/index.ts'
import { verifyAuditExport } from '../modules/operations/audit-events/index.ts'
import { buildAdmin } from '../testing/builders.ts'
import { chainedExport } from '../testing/chained-events.ts'
import { startService } from '../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../testing/test-app.ts'

/* Guards: the name of its own that a file has until it is proven; the rename in the row's transaction. */

const day = 86_400_000
const batches = 12
const perBatch = 500

let test: TestApp
let folder: string
beforeAll(async () => {
  test = await startTestApp()
  folder = test.platform.config.archivesDir
  await mkdir(folder, { recursive: true })
})
afterAll(async () => {
  for (const name of await ownFiles()) await rm(join(folder, name))
  await test.close()
})

const note = (ctx: Context): Promise<void> =>
  ctx.transaction(async (ctx) => {
    for (let made = 0; made < perBatch; made += 1) {
      audit(ctx, 'NOTED', { subject: { entity: 'GRIDS', id: `grid-${made}` } })
    }
  })

const row = () =>
  test.ctx.db
    .selectFrom('audit_archives')
    .select(['state', 'sha256', 'event_count'])
    .where('tenant_id', '=', test.tenant.id)
    .executeTakeFirstOrThrow()

const ownFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.includes(test.tenant.id))

it('an archive whose writing was killed has no file, and is written whole by the next try', async () => {
  const month = test.clock.now().toISOString().slice(0, 7)
  for (let batch = 0; batch < batches; batch += 1) await note(test.ctx)
  // As the database does by itself after a minute: without it a read of thousands is planned for a few.
  await test.testDatabase.asOwner((owner) => owner.query('analyze'))
  await chainedExport(test)
  test.clock.advance(35 * day)
  const { token } = await buildAdmin(test.ctx)
  await test.platform.queue.start()
  const { body } = await test.call(createArchive, { as: token, body: { month } })
  await test.platform.queue.stop()

  const where = { ...(await test.testDatabase.release()), SIGNET_ARCHIVES: folder }
  const { child } = await startService(where)
  while ((await ownFiles()).length === 0) await sleep(1)
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  expect(await ownFiles()).toEqual([expect.stringMatching(/\.part$/)])

  test = await resumeTestApp(test)
  expect(await row()).toEqual({ state: 'RUNNING', sha256: null, event_count: 0 })
  const { signal } = new AbortController()
  await workOnArchive(test.ctx, { content: { id: String(body.id) }, signal, isLast: false })
  const file = join(folder, `audit-${test.tenant.id}-${month}.jsonl.gz`)
  const { valid, events } = await verifyAuditExport({ file })
  expect(valid).toBe(true)
  expect(await row()).toMatchObject({ state: 'READY', event_count: events })
  expect(events).toBeGreaterThanOrEqual(batches * perBatch)
})
