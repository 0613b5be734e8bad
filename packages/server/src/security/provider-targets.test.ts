import {
  testManagementPlatform,
  updateManagementPlatform,
} from '@signet/contract/provider/management-platform'
import { testOtpProviders } from '@signet/contract/provider/otp-provider-test'
import { updateOtpProviders } from '@signet/contract/provider/otp-providers'
import {
  testPkiaasCredentials,
  updatePkiaasCredentials,
} from '@signet/contract/provider/pkiaas-credentials'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../testing/http-services.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'

/*
 * Guards: `maxRedirects: 0` of service-endpoint.ts and call.ts, `mayReach` of the outgoing module.
 * Push services have fixed URLs and Play Integrity has keys alone: there is nothing to lead inside.
 */

let test: TestApp
let as: string
let service: ServiceForTests
/** Inside, and named by the operator for something else: only that no redirect is followed keeps it out. */
let inner: ServiceForTests
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  service = await startHttpService()
  inner = await startHttpService()
})
afterAll(async () => {
  await service.close()
  await inner.close()
  await test.close()
})
beforeEach(() => {
  allowServices(test, [service, inner])
  service.calls.length = 0
  inner.answer(() => ({ body: { inside: 'canary-inside' } }))
})

const endpointOf = (url: string) => ({ enabled: true, url, secrets: { apiKey: 'canary-key' } })

/** Saves a URL, and calls it once. */
const credentials = {
  PKIaaS: {
    save: (url: string) => test.call(updatePkiaasCredentials, { as, body: endpointOf(url) }),
    trial: () => test.call(testPkiaasCredentials, { as, body: {} }),
  },
  'the management platform': {
    save: (url: string) => test.call(updateManagementPlatform, { as, body: endpointOf(url) }),
    trial: () => test.call(testManagementPlatform, { as, body: {} }),
  },
} as const

const connectorOf = (url: string) => ({
  method: 'POST',
  url,
  authType: 'None',
  body: '{"to":"{{REQ.recipient}}","text":"{{REQ.message}}"}',
})
const tryCodes = (url: string) =>
  test.call(testOtpProviders, { as, body: { use: 'OTP', connector: connectorOf(url) } })

/** Names lead to these addresses from now on. */
const resolving = (addresses: Readonly<Record<string, readonly string[]>>): void => {
  const { outboundAllow } = test.platform.config
  Object.assign(test.platform, {
    outbound: createOutbound({ outboundAllow }, async (name) => addresses[name] ?? ['127.0.0.1']),
  })
}

const inside = [
  ['loopback', ['127.0.0.1']],
  ['loopback of IPv6', ['::1']],
  ['metadata of a cloud', ['169.254.169.254']],
  ['link-local of IPv6', ['fe80::1']],
  ['a private network', ['10.0.0.7']],
  ['a private address beside a public one', ['93.184.215.14', '192.168.0.1']],
  ['loopback mapped into IPv6', ['::ffff:127.0.0.1']],
] as const
const outward = 'https://service.example.com/api'

describe.each(Object.entries(credentials))('the URL of %s', (_name, { save, trial }) => {
  it.each([301, 302, 303, 307, 308])('is not followed by a redirect %i inside', async (status) => {
    await save(`${service.url}/api`)
    const places = [`${inner.url}/`, 'http://169.254.169.254/latest/meta-data/', 'http://[::1]/']
    for (const location of places) {
      service.answer(() => ({ status, headers: { location }, body: 'moved' }))
      const answer = await trial()
      expect(answer.body).toEqual({ accepted: false, detail: `HTTP ${status}` })
      expect(answer.text).not.toContain('canary')
    }
    expect(inner.calls).toEqual([])
  })

  it.each(inside)('may have a name; a call to %s is refused', async (_what, addresses) => {
    resolving({ 'service.example.com': addresses })
    const saved = await save(outward)
    expect(saved.status, saved.text).toBe(200)
    const { body } = await trial()
    expect(body).toEqual({ accepted: false, detail: 'ADDRESS_REFUSED' })
  })
})

describe('the connector of an SMS/voice provider', () => {
  it('is not followed by a redirect inside', async () => {
    for (const location of [`${inner.url}/`, 'http://169.254.169.254/latest/meta-data/']) {
      service.answer(() => ({ status: 307, headers: { location }, body: 'moved' }))
      const { body, text } = await tryCodes(`${service.url}/sms`)
      expect(body).toMatchObject({ accepted: false, status: 307, answer: 'moved' })
      expect(text).not.toContain('canary')
    }
    expect(inner.calls).toEqual([])
  })

  it.each(inside)('may have a name; a call to %s is refused', async (_what, addresses) => {
    resolving({ 'service.example.com': addresses })
    const { body } = await tryCodes(outward)
    expect(body).toMatchObject({
      accepted: false,
      status: null,
      failure: 'ADDRESS_REFUSED',
      answer: '',
    })
  })

  it.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://2130706433/',
  ])('is not saved or tried as %s', async (url) => {
    const saved = await test.call(updateOtpProviders, { as, body: { sms: connectorOf(url) } })
    expect([saved.status, saved.body.errorCode]).toEqual([400, 'invalid_parameters'])
    const tried = await tryCodes(url)
    expect([tried.status, tried.body.errorCode]).toEqual([400, 'invalid_parameters'])
  })
})
