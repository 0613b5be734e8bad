import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin } from '../../testing/builders.ts'
import { bulkDriver, workOn } from '../../testing/operations/bulk.ts'
import { startService } from '../../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../../testing/test-app.ts'

/* Guards: rows, events, results and checkpoint in one transaction; the row lock of the operation. */

const total = 8000

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const Progress = z.object({ done: z.object({ rows: z.int() }) })

const counts = async (): Promise<readonly number[]> => {
  const { rows } = await sql<{ users: number; events: number }>`
    select (select count(*)::integer from users
        where tenant_id = ${test.tenant.id} and user_id like 'killed-%') as users,
      (select count(*)::integer from audit_events
        where tenant_id = ${test.tenant.id} and action = 'USER_CREATED') as events`.execute(
    test.ctx.db,
  )
  return rows.flatMap(({ users, events }) => [users, events])
}

it('an import killed in the middle has done whole batches, and goes on without doing a row twice', {
  meta: { covers: ['lifecycle.bulk', 'S46'] },
}, async () => {
  const { token } = await buildAdmin(test.ctx)
  const driver = bulkDriver('importusers', test.call, token)
  const names = Array.from({ length: total }, (_, at) => `killed-${at}\n`)
  await test.platform.queue.start()
  const { id } = await driver.upload(`userId\n${names.join('')}`)
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
  const resumed = bulkDriver('importusers', test.call, token)
  const { done } = Progress.parse((await resumed.read(id)).body)
  expect(done.rows).toBeGreaterThanOrEqual(1000)
  expect(done.rows).toBeLessThan(total)
  expect(await counts()).toEqual([done.rows, done.rows])
  await workOn(test, id)
  expect((await resumed.read(id)).body).toMatchObject({
    state: 'COMPLETED',
    done: { rows: total, changed: total, failed: 0 },
  })
  expect(await counts()).toEqual([total, total])
})
