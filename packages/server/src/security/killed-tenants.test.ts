import { once } from 'node:events'
import type { ClientBase } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { bulkDriver, workOn } from '../../testing/operations/bulk.ts'
import { startService } from '../../testing/service-process.ts'
import { resumeTestApp, startTestApp, type TestApp } from '../../testing/test-app.ts'

/* Guards: the tenants of a batch, what is in them and its checkpoint are one transaction. */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const total = 60
/** Rows of one transaction. */
const batch = 25
/** The row of the second batch at which the service is killed. */
const halfDone = 40

const counted = `select
  (select count(*)::integer from tenants where parent_tenant_id = $1) as tenants,
  (select count(*)::integer from host_names h join tenants t on t.tenant_id = h.tenant_id
    where t.parent_tenant_id = $1) as hosts,
  (select count(*)::integer from setup_links l join tenants t on t.tenant_id = l.tenant_id
    where t.parent_tenant_id = $1) as links,
  (select count(*)::integer from job_contents j join tenants t on t.tenant_id = j.tenant_id
    where t.parent_tenant_id = $1 and j.queue = 'mail') as mails,
  (select count(*)::integer from audit_events
    where tenant_id = $1 and action = 'SUBSCRIBER_CREATED') as events`

const counts = (): Promise<object> =>
  test.testDatabase.asOwner(async (owner) => {
    const { rows } = await owner.query(counted, [test.tenant.id])
    return Object(rows[0])
  })
const each = (count: number) => ({
  tenants: count,
  hosts: count,
  links: count,
  mails: count,
  events: count,
})

/** Whether the service waits for a row that this transaction holds. */
const isWaitedFor = async (owner: ClientBase): Promise<boolean> => {
  const { rows } = await owner.query(`select 1 from pg_stat_activity
    where pg_backend_pid() = any (pg_blocking_pids(pid))`)
  return rows.length > 0
}

it('tenants of a file that is killed within a row are there whole or not at all, and none twice', {
  meta: { covers: ['lifecycle.bulk', 'S46'] },
}, async () => {
  const own = new URL(test.tenant.publicUrl).hostname
  const { token } = await buildAdmin(test.ctx)
  const driver = bulkDriver('createtenant', test.call, token)
  const lines = Array.from({ length: total }, (_, at) => `K ${at},k${at},b@k.example,PLUS\n`)
  await test.platform.queue.start()
  const { id } = await driver.upload(`company,host,administrator,bundle\n${lines.join('')}`)
  expect((await driver.start(id)).status).toBe(200)
  await test.platform.queue.stop()

  await test.testDatabase.asOwner(async (owner) => {
    await owner.query('begin')
    await owner.query('insert into host_names (host, tenant_id, current) values ($1, $2, false)', [
      `k${halfDone}.${own}`,
      test.tenant.id,
    ])
    const { child } = await startService(await test.testDatabase.release())
    await expect.poll(() => isWaitedFor(owner)).toBe(true)
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    await owner.query('rollback')
  })

  test = await resumeTestApp(test)
  await test.platform.queue.start()
  const resumed = bulkDriver('createtenant', test.call, token)
  expect((await resumed.read(id)).body).toMatchObject({ done: { rows: batch } })
  expect(await counts()).toEqual(each(batch))
  await workOn(test, id)
  expect((await resumed.read(id)).body).toMatchObject({
    state: 'COMPLETED',
    done: { rows: total, changed: total, failed: 0 },
  })
  expect(await counts()).toEqual(each(total))
})
