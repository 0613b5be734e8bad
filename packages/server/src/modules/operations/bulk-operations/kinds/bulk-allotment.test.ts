import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../../../testing/builders.ts'
import { bulkDriver, workOn } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { grantEntitlement } from '../../../tenancy/entitlements/index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
})
afterAll(() => test.close())

describe('an import into a tenant with an allotment of users', () => {
  it('creates as many as there is room for, and told so before', async () => {
    const { token } = await buildAdmin(test.ctx)
    await buildUser(test.ctx, { userId: 'there' })
    await grantEntitlement(test.ctx, { type: 'AUTHENTICATION', allotment: 504 })
    const driver = bulkDriver('importusers', test.call, token)
    const work = async (id: string, body: object = {}) => {
      await driver.start(id, body)
      await workOn(test, id)
      return (await driver.read(id)).body
    }
    const names = Array.from({ length: 505 }, (_, at) => `person-${at}`)
    const { id, body } = await driver.upload(
      `User name;Surname\n${names.join(';x\n')};x\nthere;New\n`,
    )
    await driver.map(id, { mapping: Object(body.operation).mapping, existing: 'UPDATE' })
    expect(await work(id, { dryRun: true })).toMatchObject({
      checked: { rows: 506, changed: 503, failed: 3 },
    })
    expect(await work(id)).toMatchObject({ done: { changed: 503, failed: 3 } })
    expect((await driver.rows(id)).slice(-4)).toMatchObject([
      { line: 504, errorCode: 'entitlement_used_up' },
      { line: 505, errorCode: 'entitlement_used_up' },
      { line: 506, errorCode: 'entitlement_used_up' },
      { line: 507, action: 'UPDATE' },
    ])
  })
})
