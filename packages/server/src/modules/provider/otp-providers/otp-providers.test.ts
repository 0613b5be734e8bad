import { createOtp, listTextMessages } from '@signet/contract/authenticators/otps'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { testOtpProviders } from '@signet/contract/provider/otp-provider-test'
import {
  readOtpProviders,
  readTenantOtpProvider,
  updateOtpProviders,
  updateTenantOtpProvider,
} from '@signet/contract/provider/otp-providers'
import { updateOtpSettings } from '@signet/contract/settings/otp'
import { updateOtpProvider } from '@signet/contract/settings/otpprovider'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildAdmin, everyPermission } from '../../../../testing/builders.ts'
import type { Call } from '../../../../testing/call.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../../../testing/http-services.ts'
import {
  type AdministeredTenant,
  tenantsBelow,
} from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { codePlaces } from '../../authenticators/otps/index.ts'

/* Guards: `lendsCodes` and the order of providers in carriers.ts, `parent_tenant_id` in `inTenantBelow`,
   `isLent` in test-call.service.ts. */

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
  service.answer(() => ({ body: { id: 'message-1' } }))
})

const sms = (way: string) => ({
  method: 'POST',
  url: `${service.url}/${way}`,
  authType: 'API Key',
  keyName: 'X-Key',
  secret: `canary-${way}`,
  body: '{"to":"{{REQ.recipient}}","text":"{{REQ.message}}"}',
})

let made = 0

/** Sends a code to a new user of a tenant, and reads what the delivery log says of it. */
const sendCode = async ({ ctx, call, admin }: AdministeredTenant) => {
  await call(updateOtpSettings, { as: admin.token, body: { deliveries: ['SMS'] } })
  const user = await buildPerson(ctx, { email: `u${(made += 1)}@example.test` })
  const mobile = '+41791234567'
  await ctx.db
    .updateTable('users')
    .set({ mobile })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', user.id)
    .execute()
  const proof = { userId: user.id, attribute: 'mobile', value: mobile }
  await ctx.db.executeQuery(codePlaces.prove(ctx, proof))
  const sent = await call(createOtp, { as: admin.token, body: { userId: user.id } })
  expect(sent.status, sent.text).toBeLessThan(300)
  return vi.waitFor(
    async () => {
      const { body } = await call(listTextMessages, {
        as: admin.token,
        body: { userId: user.id, limit: 1 },
      })
      const [message] = Array.isArray(body.results) ? body.results : []
      expect(message).toBeDefined()
      return Object(message)
    },
    { timeout: 60_000 },
  )
}

const lend = async (at: Call, token: string, body: object) => {
  const answer = await at(updateOtpProviders, { as: token, body })
  expect(answer.status, answer.text).toBe(200)
  return answer
}
const paths = () => service.calls.map(({ path }) => path)

describe('the SMS/voice providers of a service provider', () => {
  it('carry the codes of a tenant without one, and the delivery log names the service provider', async () => {
    const tenant = await build()
    expect(await sendCode(tenant)).toMatchObject({ state: 'FAILED', failure: 'NO_PROVIDER' })
    const saved = await lend(test.call, as, { sms: sms('root') })
    expect(saved.text).not.toContain('canary')
    const shown = { sms: { url: `${service.url}/root`, secretPresent: true }, voice: null }
    expect((await test.call(readOtpProviders, { as })).body).toMatchObject(shown)
    expect(await sendCode(tenant)).toMatchObject({
      state: 'SENT',
      providerName: test.tenant.companyName,
    })
    expect(paths()).toEqual(['/root'])
    expect(service.calls[0]?.headers['x-key']).toBe('canary-root')
    expect(JSON.parse(service.calls[0]?.body ?? '').text).toContain(tenant.ctx.tenant.companyName)
  })

  it('come after the tenant’s own and those of a closer provider', async () => {
    await lend(test.call, as, { sms: sms('root') })
    const reseller = await build({ isSp: true })
    const tenant = await build({ by: reseller })
    expect(await sendCode(tenant)).toMatchObject({ providerName: test.tenant.companyName })
    await lend(reseller.call, reseller.admin.token, { sms: sms('reseller') })
    expect(await sendCode(tenant)).toMatchObject({ providerName: reseller.ctx.tenant.companyName })
    const body = { sms: sms('own') }
    await tenant.call(updateOtpProvider, { as: tenant.admin.token, body })
    expect(await sendCode(tenant)).toMatchObject({ state: 'SENT', providerName: null })
    expect(paths()).toEqual(['/root', '/reseller', '/own'])
  })

  it('are not used by a tenant that inherits none, nor by those below it', async () => {
    await lend(test.call, as, { sms: sms('root') })
    const reseller = await build({ isSp: true })
    const tenant = await build({ by: reseller })
    const params = { id: reseller.id }
    const inherited = { source: 'INHERITED', providerName: test.tenant.companyName }
    const none = { source: 'NONE', providerName: null }
    const before = await test.call(readTenantOtpProvider, { as, params })
    expect(before.body).toEqual({ inherited: true, sms: inherited, voice: none, messenger: none })
    const stale = await test.call(updateTenantOtpProvider, {
      as,
      params,
      body: { inherited: false },
      headers: { 'if-match': '"99"' },
    })
    expect(stale.status).toBe(412)
    const body = { inherited: false }
    const changed = await test.call(updateTenantOtpProvider, { as, params, body })
    expect(changed.body).toEqual({ inherited: false, sms: none, voice: none, messenger: none })
    for (const each of [reseller, tenant]) {
      expect(await sendCode(each)).toMatchObject({ failure: 'NO_PROVIDER', providerName: null })
    }
    expect(service.calls).toEqual([])
    const log = await reseller.call(listAuditEvents, {
      as: reseller.admin.token,
      body: { limit: 50 },
    })
    expect(log.text).toContain('TENANT_OTP_PROVIDER_UPDATED')
  })

  it('are shown for a tenant of this provider only', async () => {
    const reseller = await build({ isSp: true })
    const tenant = await build({ by: reseller })
    const other = await test.otherTenant()
    const stranger = await buildAdmin(other.ctx)
    const params = { id: tenant.id }
    const answers = [
      await test.call(readTenantOtpProvider, { as, params }),
      await test.call(updateTenantOtpProvider, { as, params, body: { inherited: false } }),
      await other.call(readTenantOtpProvider, { as: stranger.token, params }),
      await reseller.call(readTenantOtpProvider, {
        as: reseller.admin.token,
        params: { id: reseller.id },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const seen = await reseller.call(readTenantOtpProvider, { as: reseller.admin.token, params })
    expect(seen.body.inherited).toBe(true)
  })

  it('are changed by super administrators, and refused to tenants that are no provider', async () => {
    const limited = await buildAdmin(test.ctx, {
      permissions: everyPermission.filter(([entity]) => entity === 'OTPPROVIDERS'),
    })
    const refused = await test.call(updateOtpProviders, {
      as: limited.token,
      body: { sms: sms('another') },
    })
    expect(refused.body.errorCode).toBe('rights_not_held')
    const unable = await buildAdmin(test.ctx, { permissions: [['SETTINGS', 'EDIT']] })
    expect((await test.call(readOtpProviders, { as: unable.token })).status).toBe(403)
    const tenant = await build()
    expect((await tenant.call(readOtpProviders, { as: tenant.admin.token })).status).toBe(403)
  })

  it('are tried with what is stored, by those who may change them', async () => {
    await lend(test.call, as, { sms: sms('root') })
    const limited = await buildAdmin(test.ctx, { permissions: [['OTPPROVIDERS', 'EDIT']] })
    const { secret: _secret, ...connector } = sms('root')
    const trial = (more: object) =>
      test.call(testOtpProviders, {
        as: limited.token,
        body: { use: 'OTP', connector, saved: 'provider-otp-sms', ...more },
      })
    const tried = await trial({})
    expect(tried.body).toMatchObject({ accepted: true, status: 200 })
    expect(service.calls[0]?.headers['x-key']).toBe('canary-root')
    expect((await trial({ saved: 'otp-sms' })).status).toBe(403)
    service.answer(() => ({ status: 401, body: { error: 'canary-root' } }))
    const failed = await trial({})
    expect(failed.body).toMatchObject({ accepted: false, status: 401 })
    expect(failed.text).not.toContain('canary')
  })
})
