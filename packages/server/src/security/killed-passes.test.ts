import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createEnrollments } from '../modules/issuance/enrollments/index.ts'
import { buildWorkflow } from '../modules/issuance/enrollments/testing.ts'
import { setUpWallets } from '../modules/issuance/flash-passes/testing.ts'
import { readWorkflowDesign } from '../modules/issuance/workflow-designs/index.ts'
import { bulkDriver, workOn } from '../modules/operations/bulk-operations/testing.ts'
import { buildAdmin } from '../testing/builders.ts'
import { startService } from '../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../testing/test-app.ts'
import { buildFlashPassDesign } from './sweep/flash-pass-rows.ts'

/* Guards: passes, their log, results and checkpoint in one transaction. */

const total = 6000
const atOnce = 500

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const Progress = z.object({ done: z.object({ rows: z.int() }) })

const enrol = async () => {
  await setUpWallets(test.ctx)
  const { workflowId: design } = await buildWorkflow(test.ctx)
  const workflow = await readWorkflowDesign(test.ctx, design)
  if (workflow === undefined) throw new Error('the built design is missing')
  const ids: string[] = []
  for (let at = 0; at < total; at += atOnce) {
    const wanted = Array.from({ length: atOnce }, (_, each) => ({
      wanted: { values: { 'First name': `Ada ${at + each}` }, draft: false },
      path: 'body',
    }))
    ids.push(...(await createEnrollments(test.ctx, workflow, wanted)).map(({ id }) => id))
  }
  return { ids, values: { design, passDesign: await buildFlashPassDesign(test.ctx, design) } }
}

/** Passes, those of different people, and lines of their logs. */
const counts = async (): Promise<readonly number[]> => {
  const { rows } = await sql<{ passes: number; people: number; lines: number }>`
    select (select count(*)::integer from flash_passes where tenant_id = ${test.tenant.id}) as passes,
      (select count(distinct enrollment_id)::integer from flash_passes
        where tenant_id = ${test.tenant.id}) as people,
      (select count(*)::integer from flash_pass_log
        where tenant_id = ${test.tenant.id} and event = 'ISSUED') as lines`.execute(test.ctx.db)
  return rows.flatMap(({ passes, people, lines }) => [passes, people, lines])
}

it('passes issued by a file that is killed in the middle go on without anybody getting two', async () => {
  const { token } = await buildAdmin(test.ctx)
  const { ids, values } = await enrol()
  const driver = bulkDriver('mfpissue', test.call, token)
  await test.platform.queue.start()
  const { id } = await driver.upload(`id\n${ids.join('\n')}\n`, values)
  expect((await driver.start(id)).status).toBe(200)
  await test.platform.queue.stop()

  const { child, port } = await startService(await test.testDatabase.release())
  const headers = {
    host: new URL(test.tenant.publicUrl).host,
    authorization: `Bearer ${token}`,
  }
  const url = `http://127.0.0.1:${port}${driver.calls.readBulk.path.replace(':id', id)}`
  const rowsDone = async (): Promise<number> => {
    const answer = await request(url, { headers })
    return Progress.parse(await answer.body.json()).done.rows
  }
  while ((await rowsDone()) < 1000) await sleep(5)
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit

  test = await resumeTestApp(test)
  const resumed = bulkDriver('mfpissue', test.call, token)
  const { done } = Progress.parse((await resumed.read(id)).body)
  expect(done.rows).toBeGreaterThanOrEqual(1000)
  expect(done.rows).toBeLessThan(total)
  expect(await counts()).toEqual([done.rows, done.rows, done.rows])
  await workOn(test, id)
  expect((await resumed.read(id)).body).toMatchObject({
    state: 'COMPLETED',
    done: { rows: total, changed: total, failed: 0 },
  })
  expect(await counts()).toEqual([total, total, total])
})
