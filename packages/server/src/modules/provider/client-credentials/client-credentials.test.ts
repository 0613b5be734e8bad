import { listGroups } from '@signet/contract/identity/groups'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  authenticateProviderClient,
  createProviderClient,
  deleteProviderClient,
  listProviderClients,
  readProviderClient,
  rotateProviderClientSecret,
  updateProviderClient,
} from '@signet/contract/provider/client-credentials'
import { readOtpProviders } from '@signet/contract/provider/otp-providers'
import { createTenant, listTenants } from '@signet/contract/provider/tenants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { tenantsBelow } from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guards: `expectWithinReach`, `providerEntityTypes` in the schema, `isProven` of authenticate.service.ts,
   `client_permissions` in principals.repository.ts. */

let test: TestApp
let as: string
let build: ReturnType<typeof tenantsBelow>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  build = tenantsBelow(test, () => as)
})
afterAll(() => test.close())

let made = 0
const may = (entityType: string, more: object = {}) => ({
  entityType,
  view: true,
  add: false,
  edit: false,
  remove: false,
  ...more,
})
const wanted = (more: object = {}) => ({
  name: `Client ${(made += 1)}`,
  permissions: [may('TENANTS')],
  ...more,
})
const create = async (more: object = {}) => {
  const answer = await test.call(createProviderClient, { as, body: wanted(more) })
  expect(answer.status, answer.text).toBe(201)
  return { id: String(answer.body.id), clientSecret: String(answer.body.clientSecret) }
}
const authenticate = (clientId: string, clientSecret: string) =>
  test.call(authenticateProviderClient, { body: { clientId, clientSecret } })
const tokenOf = async ({ id, clientSecret }: { id: string; clientSecret: string }) =>
  String((await authenticate(id, clientSecret)).body.authToken)
const mayList = async (token: string) => (await test.call(listTenants, { as: token })).status

describe('client credentials of a service provider', () => {
  it('open sessions that may do what they are permitted, on the entities of providers only', async () => {
    const token = await tokenOf(await create())
    expect(await mayList(token)).toBe(200)
    const body = {
      companyName: 'Beech',
      hostname: `beech.${new URL(test.tenant.publicUrl).hostname}`,
      entitlement: { bundle: 'PLUS' },
    }
    const refused = [
      await test.call(createTenant, { as: token, body }),
      await test.call(readOtpProviders, { as: token }),
      await test.call(listProviderClients, { as: token }),
      await test.call(listGroups, { as: token }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    const outside = await test.call(createProviderClient, {
      as,
      body: wanted({ permissions: [may('USERS')] }),
    })
    expect(outside.status).toBe(400)
  })

  it('have a secret that is shown once, and a hash that is stored', async () => {
    const { id, clientSecret } = await create()
    const rows = await test.ctx.db.selectFrom('provider_clients').selectAll().execute()
    const shown = [
      await test.call(readProviderClient, { as, params: { id } }),
      await test.call(listProviderClients, { as }),
      await test.call(listAuditEvents, { as, body: { limit: 50 } }),
    ]
    for (const { text } of shown) expect(text).not.toContain(clientSecret)
    expect(JSON.stringify(rows)).not.toContain(clientSecret)
  })

  it('are answered alike when unknown, wrong, disabled or called from elsewhere', async () => {
    const { id, clientSecret } = await create()
    const disabled = await create({ enabled: false })
    const elsewhere = await create({ addresses: ['203.0.113.9'] })
    const answers = [
      await authenticate(id, `${clientSecret}x`),
      await authenticate('018f0000-0000-7000-8000-000000000001', clientSecret),
      await authenticate(disabled.id, disabled.clientSecret),
      await authenticate(elsewhere.id, elsewhere.clientSecret),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(new Set(answers.map(({ body }) => body.errorCode)).size).toBe(1)
  })

  it('are rotated with an overlap, or end with the previous secret', async () => {
    const client = await create()
    const token = await tokenOf(client)
    const rotate = (overlapHours: number) =>
      test.call(rotateProviderClientSecret, {
        as,
        params: { id: client.id },
        body: { overlapHours },
      })
    const first = await rotate(1)
    expect(first.body.formerSecretEndsAt).not.toBeNull()
    const newer = { id: client.id, clientSecret: String(first.body.clientSecret) }
    expect((await authenticate(client.id, client.clientSecret)).status).toBe(200)
    expect(await mayList(token)).toBe(200)
    await rotate(0)
    expect((await authenticate(newer.id, newer.clientSecret)).status).toBe(401)
    expect((await authenticate(client.id, client.clientSecret)).status).toBe(401)
    expect(await mayList(token)).toBe(401)
  })

  it('lose their rights, and end, with the next call', async () => {
    const client = await create()
    const token = await tokenOf(client)
    const params = { id: client.id }
    const read = await test.call(readProviderClient, { as, params })
    expect(read.body.lastUsedAt).not.toBeNull()
    await test.call(updateProviderClient, {
      as,
      params,
      body: { name: read.body.name, permissions: [may('RATELIMITING')] },
    })
    expect(await mayList(token)).toBe(403)
    await test.call(deleteProviderClient, { as, params })
    expect(await mayList(token)).toBe(401)
  })

  it('are given no more than their administrator may do', async () => {
    const limited = await buildAdmin(test.ctx, { permissions: [['SPCLIENTCREDENTIALS', 'ADD']] })
    const answer = await test.call(createProviderClient, { as: limited.token, body: wanted() })
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'rights_not_held'])
  })

  it('belong to one provider, and to no tenant that is none', async () => {
    const { id, clientSecret } = await create()
    const reseller = await build({ isSp: true })
    const tenant = await build({ by: reseller })
    const call = await reseller.call(readProviderClient, {
      as: reseller.admin.token,
      params: { id },
    })
    expect(call.status).toBe(404)
    const body = { clientId: id, clientSecret }
    expect((await reseller.call(authenticateProviderClient, { body })).status).toBe(401)
    const refused = await tenant.call(createProviderClient, {
      as: tenant.admin.token,
      body: wanted(),
    })
    expect(refused.status).toBe(403)
  })
})
