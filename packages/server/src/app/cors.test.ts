import { corsFamily, readCorsSettings, updateCorsSettings } from '@signet/contract/settings/cors'
import { readGeneralSettings } from '@signet/contract/settings/general'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const partner = 'https://partner.example'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const set = (body: object) => test.call(updateCorsSettings, { as, body })
const askedFrom = (origin: string) => test.call(readGeneralSettings, { as, headers: { origin } })

const preflightFrom = (origin: string, url = readGeneralSettings.path) =>
  test.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      host: new URL(test.tenant.publicUrl).host,
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,dpop,if-match',
    },
  })

const allowed = 'access-control-allow-origin'
const credentials = 'access-control-allow-credentials'

describe('a call from another origin', () => {
  it('is answered for the origins that the tenant names, each by itself', async () => {
    await set({ origins: [partner, 'http://localhost:*'] })
    for (const origin of [partner, 'http://localhost:3000', 'http://localhost']) {
      const { headers, status } = await askedFrom(origin)
      expect(status).toBe(200)
      expect(headers[allowed]).toBe(origin)
      expect(headers.vary).toContain('Origin')
      expect(headers[credentials]).toBeUndefined()
      expect(headers['access-control-expose-headers']).toContain('ETag')
    }
  })

  it.each([
    'https://partner.example:8443',
    'http://partner.example',
    'https://partner.example.evil.test',
    'https://evil.test',
    'http://localhost.evil.test:3000',
    'https://localhost:3000',
    'null',
    'https://partner.example/',
    'https://user@partner.example',
    '*',
    '',
  ])('has no leave from %s', async (origin) => {
    await set({ origins: [partner, 'http://localhost:*'], allowCredentials: false })
    expect((await askedFrom(origin)).headers[allowed]).toBeUndefined()
    const preflight = await preflightFrom(origin)
    expect(preflight.statusCode).toBe(405)
    expect(preflight.headers[allowed]).toBeUndefined()
  })

  it('is asked for first, with all that the API reads', async () => {
    await set({ origins: [partner], maxAgeSeconds: 42 })
    const { statusCode, headers, body } = await preflightFrom(partner)
    expect([statusCode, body]).toEqual([204, ''])
    expect(headers[allowed]).toBe(partner)
    expect(headers['access-control-allow-methods']).toContain('PUT')
    expect(headers['access-control-allow-headers']).toMatch(
      /Authorization.*DPoP, Idempotency-Key, If-Match/,
    )
    expect(headers['access-control-max-age']).toBe('42')
    expect(headers.vary).toContain('Access-Control-Request-Headers')
  })

  it('brings its cookie only where the tenant says so, and never to any port', async () => {
    const refused = await set({ origins: ['http://localhost:*'], allowCredentials: true })
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toEqual([
      { path: 'body.allowCredentials', message: 'any_port_with_credentials' },
    ])
    await set({ origins: [partner], allowCredentials: true })
    const { headers } = await askedFrom(partner)
    expect([headers[allowed], headers[credentials]]).toEqual([partner, 'true'])
  })

  it('reads refusals too', async () => {
    await set({ origins: [partner] })
    const { status, headers } = await test.call(readCorsSettings, { headers: { origin: partner } })
    expect(status).toBe(401)
    expect(headers[allowed]).toBe(partner)
  })

  it('has leave at the API alone, and from no other tenant', async () => {
    await set({ origins: [partner] })
    expect((await preflightFrom(partner, '/health/live')).headers[allowed]).toBeUndefined()
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const answer = await other.call(readGeneralSettings, {
      as: token,
      headers: { origin: partner },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers[allowed]).toBeUndefined()
  })

  it.each([
    ['https://example.com/path'],
    ['ftp://example.com'],
    ['example.com'],
    ['*'],
    ['https://example.com:**'],
  ])('is not granted to %s, which is no origin', async (origin) => {
    const answer = await set({ origins: [origin] })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual([{ path: 'body.origins.0', message: 'not_an_origin' }])
  })

  it('has leave from nowhere by default', () => {
    expect(corsFamily.defaults).toEqual({
      origins: [],
      allowCredentials: false,
      maxAgeSeconds: 600,
    })
  })
})
