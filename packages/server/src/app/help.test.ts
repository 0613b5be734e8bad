import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  test.app.inject({
    method: 'GET',
    url: `/help/developer/apis${path}`,
    headers: { host: new URL(test.tenant.publicUrl).host, ...headers },
  })

const base = '/administration/openapi/'

describe('the reference of the APIs', () => {
  it('leads from an API to its subjects, from those to calls, and on', {
    meta: { covers: ['help.openapi-paths'] },
  }, async () => {
    const start = await get(base)
    expect(start.body).toContain(`href="/help/developer/apis${base}users"`)
    expect(start.body).toContain('href="/documentation/help/en/first-call"')
    const users = await get(`${base}users`)
    expect(users.body).toContain(`href="/help/developer/apis${base}users/createUser"`)
    const call = await get(`${base}users/createUser`)
    expect([start, users, call].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(call.body).toContain('<h1>Create a user')
    expect(call.body).toContain(test.tenant.publicUrl)
  })

  it('finds calls of all APIs', async () => {
    const { body } = await get(`${base}?q=passkey`)
    expect(body).toContain('<h2>administration</h2>')
    expect(body).toMatch(/href="[^"]*\/passkeys\/\w+"/)
    expect((await get(`${base}?q=no-such-word`)).body).toContain('No call has all of these words')
    const hostile = await get(`${base}?q=${encodeURIComponent('"><script>x()</script>')}`)
    expect(hostile.body).not.toContain('<script')
  })

  it.each([
    `${base}nowhere`,
    `${base}users/nowhere`,
    // Of another subject, and of another API.
    `${base}groups/createUser`,
    '/issuance/openapi/users/createUser',
    '/calls/administration/nowhere',
    '/calls/nowhere/createUser',
  ])('has no page %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404)
  })

  it.each([base, `${base}users`, `${base}users/createUser`, `${base}?q=user`])(
    'runs no script on %s',
    async (path) => {
      const { headers } = await get(path)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
    },
  )

  it.each([base, `${base}users/createUser`, '/calls.json', `${base}openapi.json`, '.css'])(
    'sends %s once and compressed',
    async (path) => {
      const first = await get(path)
      const packed = await get(path, { 'accept-encoding': 'gzip, br' })
      expect(packed.headers['content-encoding']).toBe('br')
      expect(packed.rawPayload.length).toBeLessThan(first.rawPayload.length / 2)
      const again = await get(path, { 'if-none-match': String(first.headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    },
  )

  it('tells programs of a page what they need to make the call', async () => {
    const calls: unknown = (await get('/calls.json')).json()
    expect(calls).toContainEqual({
      api: 'administration',
      id: 'createUser',
      method: 'POST',
      path: '/api/web/v3/users',
      summary: 'Create a user, with a password if one is given',
      subject: 'Users',
    })
    expect((await get('/calls/administration/createUser')).json()).toMatchObject({
      id: 'createUser',
      credentials: ['session', 'application'],
      permission: 'USERS.ADD',
      parameters: [{ name: 'Idempotency-Key', place: 'header', isRequired: false }],
      body: { mediaType: 'application/json', whole: { isRequired: true } },
    })
  })
})
