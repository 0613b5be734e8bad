import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildRole, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guards: `expectImportable`, `refusingTakenIds`. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = await signInAs(test.ctx, await buildAdmin(test.ctx))
})
afterAll(() => test.close())

const clientSecret = 'former-server-secret-0123456789'
let count = 0
const bring = (more: object, token = as) =>
  test.call(createOidcApplication, {
    as: token,
    body: {
      name: `Brought ${(count += 1)}`,
      applicationType: 'OIDC_WEB',
      redirectUris: ['https://app.example.test/callback'],
      ...more,
    },
  })

const isSecretOf = async (clientId: string, secret: string): Promise<boolean> => {
  const pair = [clientId, secret].map(encodeURIComponent).join(':')
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/oidc/introspection',
    headers: {
      host: new URL(test.tenant.publicUrl).host,
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'token=none',
  })
  return answer.statusCode === 200
}

describe('an application that is brought along from another server', () => {
  it.each(['grafana', 'https://app.example.test/id', 'a.b_c~d:e@f-1'])(
    'keeps its client id and secret: %s',
    async (clientId) => {
      const { status, body, text } = await bring({ clientId, clientSecret })
      expect([status, body.clientSecret]).toEqual([200, null])
      expect(body.application).toMatchObject({ clientId, hasClientSecret: true })
      expect(text).not.toContain(clientSecret)
      expect(await isSecretOf(clientId, clientSecret)).toBe(true)
      expect(await isSecretOf(clientId, `${clientSecret}x`)).toBe(false)
    },
  )

  it('gets a secret of ours where it brings none', async () => {
    const { body } = await bring({ clientId: 'wiki' })
    expect(await isSecretOf('wiki', String(body.clientSecret))).toBe(true)
  })

  it('is not made with the client id of another', async () => {
    await bring({ clientId: 'taken' })
    const { status, body } = await bring({ clientId: 'taken' })
    expect([status, body.code]).toEqual([409, 'application_exists'])
    expect(body.fields).toEqual([{ path: 'body.clientId', message: 'is taken' }])
  })

  it.each([
    { clientId: 'with space' },
    { clientId: '' },
    { clientSecret: 'short' },
    { clientSecret: 'a'.repeat(40) },
    { clientSecret: `${clientSecret} with spaces` },
    { clientSecret, tokenEndpointAuthMethod: 'none' },
  ])('is not made with %j', async (more) => {
    expect((await bring(more)).status).toBe(400)
  })

  it('is made by super administrators alone', async () => {
    const user = await buildUser(test.ctx)
    const role_id = await buildRole(test.ctx, { permissions: [['APPLICATIONS', 'ADD']] })
    const row = { tenant_id: test.ctx.tenant.id, user_id: user.id, role_id }
    await test.ctx.db.insertInto('user_roles').values(row).execute()
    const limited = await signInAs(test.ctx, user)
    for (const more of [{ clientId: 'mine' }, { clientSecret }]) {
      const { status, body } = await bring(more, limited)
      expect([status, body.code]).toEqual([403, 'access_denied'])
    }
    expect((await bring({}, limited)).status).toBe(200)
  })
})
