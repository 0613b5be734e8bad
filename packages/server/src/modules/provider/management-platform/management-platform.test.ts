import {
  readEffectivePlatform,
  readManagementPlatform,
  testManagementPlatform,
  updateManagementPlatform,
} from '@signet/contract/provider/management-platform'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../../../testing/http-services.ts'
import { tenantsBelow } from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guards: `is_provider` in `providers_above`, `isUsable` in inherited.ts. */

let test: TestApp
let as: string
let service: ServiceForTests
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  service = await startHttpService()
  allowServices(test, [service])
})
afterAll(async () => {
  await service.close()
  await test.close()
})

describe('the management platform of a service provider', () => {
  it('is tried, and inherited by the providers below until they have their own', async () => {
    const reseller = await tenantsBelow(test, () => as)({ isSp: true })
    const token = reseller.admin.token
    const effective = async () => (await reseller.call(readEffectivePlatform, { as: token })).body
    expect(await effective()).toEqual({ providerName: null, url: null })
    const body = { enabled: true, url: `${service.url}/root`, secrets: { apiKey: 'canary-key' } }
    const saved = await test.call(updateManagementPlatform, { as, body })
    expect(saved.status, saved.text).toBe(200)
    expect(saved.text).not.toContain('canary')
    service.answer(({ headers }) => ({
      status: headers.authorization === 'Bearer canary-key' ? 200 : 401,
    }))
    const tried = await test.call(testManagementPlatform, { as, body: {} })
    expect(tried.body).toEqual({ accepted: true, detail: null })
    expect(await effective()).toEqual({
      providerName: test.tenant.companyName,
      url: `${service.url}/root`,
    })
    const own = { ...body, url: `${service.url}/own` }
    await reseller.call(updateManagementPlatform, { as: token, body: own })
    expect((await effective()).url).toBe(`${service.url}/own`)
    const root = await test.call(readManagementPlatform, { as })
    expect(root.body.url).toBe(`${service.url}/root`)
  })
})
