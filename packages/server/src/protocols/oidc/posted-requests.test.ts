import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildUser } from '../../../testing/builders.ts'
import { browserOf, type Party, registerParty, requestOf } from '../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let test: TestApp
let user: BuiltUser
let party: Party
beforeAll(async () => {
  test = await startTestApp()
  user = await buildUser(test.ctx)
  party = await registerParty(test)
})
afterAll(() => test.close())

const post = (payload: string, type = 'application/x-www-form-urlencoded', query = '') =>
  test.app.inject({
    method: 'POST',
    url: `/api/oidc/authorize${query}`,
    headers: { host: new URL(test.tenant.publicUrl).host, 'content-type': type },
    payload,
  })

describe('an authorization request by POST', () => {
  it('goes on as a navigation, whose parameters are refused as any others', async () => {
    const twice = `${requestOf(party)}&scope=openid`
    const { statusCode, headers } = await post(twice)
    expect(statusCode).toBe(303)
    const answer = await (await browserOf(test, user)).visit(String(headers.location))
    expect(String(answer.headers.location)).toContain('error=invalid_request')
  })

  it('leads nowhere but to the authorization endpoint of this service', async () => {
    const { headers } = await post('//evil.example.test=\r\nSet-Cookie: x')
    expect(headers.location).toMatch(/^\/api\/oidc\/authorize\?[\w%+=.-]+$/)
  })

  it('takes nothing from the address, nor from what is no form', async () => {
    const none = await post('', undefined, `?${requestOf(party)}`)
    expect(none.headers.location).toBe('/api/oidc/authorize')
    const json = await post('{"client_id":"x"}', 'application/json')
    expect(json.headers.location).toBe('/api/oidc/authorize')
  })

  it('is refused when it would not fit an address', async () => {
    expect((await post(`state=${'x'.repeat(9000)}`)).statusCode).toBe(413)
  })
})
