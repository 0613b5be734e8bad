import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guard: `encodeLiteralBasic`. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = await signInAs(test.ctx, await buildAdmin(test.ctx))
})
afterAll(() => test.close())

const bring = async (clientId: string, clientSecret: string): Promise<void> => {
  const body = {
    name: clientId,
    applicationType: 'OIDC_WEB',
    redirectUris: ['https://app.example.test/callback'],
    grantTypes: ['authorization_code', 'device_code', 'ciba', 'client_credentials'],
    clientId,
    clientSecret,
  }
  const { status, text } = await test.call(createOidcApplication, { as, body })
  expect(status, text).toBe(200)
}

const ask = async (door: string, pair: string) => {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/oidc/${door}`,
    headers: {
      host: new URL(test.tenant.publicUrl).host,
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=authorization_code&code=none&token=none',
  })
  return { status: answer.statusCode, text: answer.payload }
}

const isRefused = async (door: string, pair: string): Promise<boolean> =>
  (await ask(door, pair)).status === 401

const formEncoded = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+')

const cases: readonly (readonly [clientId: string, secret: string])[] = [
  ['plus', 'Zk9+uR2/5vQ8xW1bN7cM4kL0pT3sY6hJ='],
  ['percent', 'Zk9%uR2%5vQ8xW1bN7cM4kL0pT3sY6hJ'],
  ['decodes', 'Zk9%41R2%2B5vQ8xW1bN7cM4kL0pT3sY6'],
  ['colons', 'Zk9:uR2:5vQ8xW1bN7cM4kL0pT3sY6hJ'],
  ['urn:app:one', 'Zk9+uR2:5vQ8xW1bN7cM4kL0pT3sY6hJ'],
  ['https://app.example.test:8443/id', 'Zk9-uR2/5vQ8xW1bN7cM4kL0pT3sY6hJ'],
]

const doors = ['token', 'introspection', 'revocation', 'par', 'device_authorization', 'backchannel']

describe('client id and secret of HTTP Basic', () => {
  beforeAll(async () => {
    for (const [clientId, secret] of cases) await bring(clientId, secret)
  })

  it.each(doors)('are taken as they are, and encoded as in a form: %s', async (door) => {
    for (const [clientId, secret] of cases) {
      expect(await isRefused(door, `${clientId}:${secret}`), clientId).toBe(false)
      const encoded = [clientId, secret].map(formEncoded).join(':')
      expect(await isRefused(door, encoded), encoded).toBe(false)
    }
  })

  it.each(doors)('are refused where the secret is wrong either way: %s', async (door) => {
    for (const [clientId, secret] of cases) {
      expect(await isRefused(door, `${clientId}:${secret}x`), clientId).toBe(true)
    }
  })

  it.each([
    ['counted', 'guess%'],
    ['urn:counted', 'guess+guess'],
  ])('count as a failed attempt of %s where they are wrong', async (clientId, guess) => {
    // Of a minute only so many rejections are written singly.
    test.clock.advance(90_000)
    await bring(clientId, 'former-server-secret-0123456789')
    const { status, text } = await ask('introspection', `${clientId}:${guess}`)
    expect([status, text]).toEqual([401, expect.stringContaining('invalid_client')])
    const body = { actions: ['REQUEST_REJECTED'] }
    const { results } = (await test.call(listAuditEvents, { as, body })).body
    expect([...Object(results)].map(({ attributes }) => attributes)).toContainEqual(
      expect.objectContaining({
        reason: 'WRONG_CLIENT_SECRET',
        asked: { client_id: clientId },
      }),
    )
  })
})
