import {
  readInheritedPkiaas,
  readPkiaasCredentials,
  testPkiaasCredentials,
  updatePkiaasCredentials,
} from '@signet/contract/provider/pkiaas-credentials'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../../../testing/http-services.ts'
import { tenantsBelow } from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guards: `isRefusedTarget` before a change, `clearsSecrets`, `faults` in service-endpoint.ts. */

let test: TestApp
let as: string
let service: ServiceForTests
let build: ReturnType<typeof tenantsBelow>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  build = tenantsBelow(test, () => as)
  service = await startHttpService()
  allowServices(test, [service])
})
afterAll(async () => {
  await service.close()
  await test.close()
})
beforeEach(() => {
  service.calls.length = 0
  service.answer(() => ({ body: {} }))
})

const update = (body: object) => test.call(updatePkiaasCredentials, { as, body })
const usual = () => ({
  enabled: true,
  url: `${service.url}/authorities`,
  secrets: { apiKey: 'canary-key' },
})
const trial = async () => (await test.call(testPkiaasCredentials, { as, body: {} })).body

describe('PKIaaS credentials of a service provider', () => {
  it('are inherited by tenants, the closest provider first', async () => {
    const tenant = await build()
    const inherited = async () =>
      (await tenant.call(readInheritedPkiaas, { as: tenant.admin.token })).body
    expect(await inherited()).toEqual({ available: false, providerName: null, url: null })
    const saved = await update(usual())
    expect(saved.status, saved.text).toBe(200)
    expect(saved.text).not.toContain('canary')
    expect(await inherited()).toEqual({
      available: true,
      providerName: test.tenant.companyName,
      url: `${service.url}/authorities`,
    })
    const reseller = await build({ isSp: true })
    const below = await build({ by: reseller })
    const body = { ...usual(), url: `${service.url}/reseller` }
    await reseller.call(updatePkiaasCredentials, { as: reseller.admin.token, body })
    const shown = await below.call(readInheritedPkiaas, { as: below.admin.token })
    expect(shown.body.providerName).toBe(reseller.ctx.tenant.companyName)
  })

  it('are tried at the service', async () => {
    await update(usual())
    expect(await trial()).toEqual({ accepted: true, detail: null })
    expect(service.calls[0]?.headers.authorization).toBe('Bearer canary-key')
    service.answer(() => ({ status: 401 }))
    expect(await trial()).toEqual({ accepted: false, detail: 'HTTP 401' })
    await update({ enabled: false })
    expect(await trial()).toEqual({ accepted: false, detail: 'DISABLED' })
  })

  it('lose their secret with another URL, and take no address inside', async () => {
    await update(usual())
    const moved = await update({ enabled: false, url: `${service.url}/another` })
    expect(moved.body.secretsSet).toEqual([])
    for (const url of [
      'https://127.0.0.1/x',
      'http://pki.example.com/',
      'https://169.254.169.254/',
    ]) {
      const refused = await update({ ...usual(), url })
      expect([refused.status, refused.text.includes('body.url')], url).toEqual([400, true])
    }
    expect((await update({ enabled: true })).status).toBe(400)
    const read = await test.call(readPkiaasCredentials, { as })
    expect(read.body).toMatchObject({ enabled: false, url: `${service.url}/another` })
  })

  it('are refused with a certificate that cannot be read', async () => {
    const authentication = 'CLIENT_CERTIFICATE'
    const body = { ...usual(), authentication, certificate: '-----BEGIN CERTIFICATE-----' }
    const refused = await update(body)
    expect([refused.status, refused.text.includes('body.certificate')]).toEqual([400, true])
  })
})
