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

  it('creates no users once the contract is over, and changes who is there', async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    await buildUser(other.ctx, { userId: 'there' })
    const end_date = new Date(test.platform.clock.now().getTime() - 86_400_000)
    await grantEntitlement(other.ctx, { type: 'AUTHENTICATION', allotment: 9, end_date })
    const driver = bulkDriver('importusers', other.call, token)
    const { id, body } = await driver.upload('User name;Surname\nnew;x\nthere;New\n')
    await driver.map(id, { mapping: Object(body.operation).mapping, existing: 'UPDATE' })
    await driver.start(id, {})
    await workOn({ platform: test.platform, tenant: other.tenant }, id)
    expect((await driver.read(id)).body).toMatchObject({ done: { changed: 1, failed: 1 } })
    expect(await driver.rows(id)).toMatchObject([
      { line: 2, errorCode: 'entitlement_ended' },
      { line: 3, action: 'UPDATE' },
    ])
  })
})
