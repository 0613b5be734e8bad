import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { bulkDriver, workOn } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { sweepAll } from '../../../../app/upkeep/sweep.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
})
afterAll(() => test.close())

const day = 86_400_000

const signedIn = async () =>
  bulkDriver('importusers', test.call, (await buildAdmin(test.ctx)).token)

/** Paused because the rights that were lent have ended. */
const paused = async (userId: string): Promise<string> => {
  const driver = await signedIn()
  const { id } = await driver.upload(`userId\n${userId}\n`)
  await driver.start(id)
  await test.ctx.db
    .updateTable('bulk_operations')
    .set({ grant_until: test.clock.now() })
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .execute()
  await workOn(test, id)
  expect((await driver.read(id)).body).toMatchObject({ state: 'PAUSED' })
  return id
}

/** Time goes by, and what has had its time is deleted. */
const later = async (millis: number): Promise<void> => {
  test.clock.advance(millis)
  await sweepAll(test.platform, { mayGoOn: async () => true })
}

const statusOf = async (id: string): Promise<number> => (await (await signedIn()).read(id)).status

const filesOf = async (id: string): Promise<number> => {
  const rows = await test.ctx.db
    .selectFrom('bulk_parts')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('operation_id', '=', id)
    .execute()
  return rows.length
}

it('a paused operation that is not renewed is deleted with its file after 90 days', async () => {
  const id = await paused('left')
  await later(89 * day)
  expect([await statusOf(id), await filesOf(id)]).toEqual([200, 1])
  await later(2 * day)
  expect([await statusOf(id), await filesOf(id)]).toEqual([404, 0])
})

it('a paused operation that is renewed stays', async () => {
  const id = await paused('renewed')
  await later(60 * day)
  const driver = await signedIn()
  const as = (await buildAdmin(test.ctx)).token
  const renewed = await test.call(driver.calls.renewBulkCredentials, { as, params: { id } })
  expect(renewed.body).toMatchObject({ state: 'RUNNING' })
  await later(60 * day)
  expect(await statusOf(id)).toBe(200)
})
