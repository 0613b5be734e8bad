import { createResourceApi } from '@signet/contract/applications/resource-apis'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Watched, watched } from '../../../../testing/access/counted-database.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { basicOf, type Party, registerParty, requestOf } from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { createTestPlatform } from '../../../../testing/test-platform.ts'
import { createApp } from '../../../app.ts'

/*
 * Guards: `resource` is the only parameter that may be repeated (RFC 8707, section 2); how often, is
 * known before any is looked up, and all are read in one statement.
 */

const most = 10
const identifiers = Array.from({ length: most }, (_, at) => `https://api${at}.example.test/`)

let test: TestApp
let watch: Watched
let app: FastifyInstance
let web: Party
let device: Party
let asking: Party
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  web = await registerParty(test)
  device = await registerParty(test, { applicationType: 'OIDC_DEVICE', redirectUris: [] })
  asking = await registerParty(test, { grantTypes: ['ciba', 'refresh_token'], redirectUris: [] })
  const { token: as } = await buildAdmin(test.ctx)
  const applicationIds = [web.rowId, device.rowId, asking.rowId]
  for (const identifier of identifiers) {
    const body = { name: identifier, identifier, applicationIds }
    await test.call(createResourceApi, { as, body })
  }
  watch = watched(test.testDatabase.database)
  const { platform } = await createTestPlatform(watch.database)
  app = await createApp({ ...platform, clock: test.clock })
})
afterAll(async () => {
  await app.close()
  await test.close()
})

const host = () => new URL(test.tenant.publicUrl).host
const form = async (path: string, party: Party, fields: URLSearchParams) => {
  const before = watch.work.statements
  const { body, headers, statusCode } = await app.inject({
    method: 'POST',
    url: `/api/oidc${path}`,
    headers: {
      host: host(),
      'content-type': 'application/x-www-form-urlencoded',
      ...(party.secret === '' ? {} : { authorization: basicOf(party) }),
    },
    payload: `client_id=${party.id}&${fields}`,
  })
  const said = `${body} ${String(headers.location ?? '')}`
  return { said, status: statusCode, statements: watch.work.statements - before }
}

/** Of three: what is read once a second would blur it. */
const leastOf = async (work: () => ReturnType<typeof form>) => {
  const all = [await work(), await work(), await work()]
  return all.reduce((least, one) => (one.statements < least.statements ? one : least))
}

const doors = {
  'a pushed request': [
    '/par',
    () => web,
    () => new URLSearchParams([...requestOf(web)].filter(([name]) => name !== 'client_id')),
  ],
  'a device': [
    '/device_authorization',
    () => device,
    () => new URLSearchParams({ scope: 'openid' }),
  ],
  'a request by CIBA': [
    '/backchannel',
    () => asking,
    () => new URLSearchParams({ scope: 'openid', login_hint: 'nobody' }),
  ],
} as const

describe.each(Object.entries(doors))('the APIs that %s names', (_name, [path, whose, fields]) => {
  const send = (resources: readonly string[]) => {
    const all = fields()
    for (const resource of resources) all.append('resource', resource)
    return form(path, whose(), all)
  }

  it('are read together', { meta: { covers: ['S68'] } }, async () => {
    const one = await leastOf(() => send(identifiers.slice(0, 1)))
    const ten = await leastOf(() => send(identifiers))
    expect([one.status < 300, ten.status < 300], ten.said).toEqual([true, true])
    expect(ten.statements).toBeLessThanOrEqual(one.statements)
  })

  it('are not looked up when they are too many', { meta: { covers: ['S68'] } }, async () => {
    const one = await send(identifiers.slice(0, 1))
    const [first = ''] = identifiers
    for (const count of [most + 1, 1200]) {
      const many = await send(Array.from({ length: count }, () => first))
      expect(many.said).toContain('invalid_target')
      // The rejection is counted and written to the audit log.
      expect(many.statements).toBeLessThanOrEqual(one.statements + 6)
    }
  })

  it('are the only parameter that may be repeated', async () => {
    const all = fields()
    for (let at = 0; at < 500; at += 1) all.append('scope', 'openid')
    const { said, status } = await form(path, whose(), all)
    expect([status, said.includes('invalid_request')]).toEqual([400, true])
  })
})

describe('an authorization request', () => {
  it('of too many APIs is rejected, by GET as by POST', async () => {
    const query = requestOf(web)
    for (let at = 0; at <= most; at += 1) query.append('resource', identifiers[0] ?? '')
    const answer = await app.inject({
      url: `/api/oidc/authorize?${query}`,
      headers: { host: host() },
    })
    expect(String(answer.headers.location)).toContain('invalid_target')
  })
})
