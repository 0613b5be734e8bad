import { completeEnrollment, startEnrollment } from '@signet/contract/access/authentication'
import { beginSetup, readSetup } from '@signet/contract/access/setup'
import { readUser } from '@signet/contract/identity/users'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { createSubscriber } from '@signet/contract/provider/subscribers'
import { readAccountInfo } from '@signet/contract/tenancy/accounts'
import { listBundles } from '@signet/contract/tenancy/bundles'
import { readEntitlementInfo } from '@signet/contract/tenancy/entitlements'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  fieldOf,
  goodPassword,
  sessionTokenOf,
  softToken,
} from '../../../../testing/access/people.ts'
import {
  type BuiltUser,
  buildAdmin,
  everyPermission,
  signInAs,
} from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant } from '../../../app/tenant-jobs.ts'
import { deliverNotice } from '../../authenticators/notices/index.ts'

let test: TestApp
let admin: BuiltUser
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = await buildAdmin(test.ctx)
  as = await signInAs(test.ctx, admin)
  await test.platform.queue.start()
  await handleInTenant(test.platform, { queue: 'mail', work: deliverNotice })
})
afterAll(() => test.close())

const own = () => new URL(test.tenant.publicUrl).hostname
let made = 0
const wanted = (more: object = {}) => {
  made += 1
  const entitlement = { bundle: 'PLUS', users: 2 }
  return { companyName: 'Beech & Sons', hostname: `t${made}.${own()}`, entitlement, ...more }
}
const create = (more: object = {}, token = as) =>
  test.call(createSubscriber, { as: token, body: wanted(more) })

const callAt = (publicUrl: unknown): Call => createCall(test.app, new URL(String(publicUrl)).host)
const tokenIn = (link: unknown): string => String(link).replace(/^.*\/setup\//, '')

const setUp = async (call: Call, setupToken: string, userId = 'beech'): Promise<string> => {
  const body = { setupToken, userId, email: 'boss@beech.example', password: goodPassword }
  const begun = await call(beginSetup, { body })
  expect(begun.status, begun.text).toBe(200)
  const params = { authenticator: 'TOKEN' }
  const { authToken } = begun.body
  const started = await call(startEnrollment, { params, body: { authToken } })
  const secret = String(fieldOf(started.body, 'token', 'secret'))
  const response = softToken(test.ctx, '', secret).code()
  const done = await call(completeEnrollment, { params, body: { authToken, response } })
  return sessionTokenOf(done.body)
}

const tenantsAt = async (host: string): Promise<number> => {
  const rows = await test.platform.database.system
    .selectFrom('host_names')
    .select('tenant_id')
    .where('host', '=', host)
    .execute()
  return rows.length
}

/** In how many transactions what was made stands: the new tenant's creation and its provider's note. */
const transactionsOf = ([provider, subscriber]: readonly [string, string], requestId: string) =>
  test.testDatabase.asOwner(async (owner) => {
    const { rows } = await owner.query<{ xid: string; tenants: number }>(
      `select e.xid, count(distinct e.tenant_id)::integer as tenants
       from audit_events e join audit_details d on d.tenant_id = e.tenant_id and d.event_id = e.id
       where e.tenant_id = $2 and e.action = 'TENANT_CREATED'
         or e.tenant_id = $1 and d.request_id = $3 group by e.xid`,
      [provider, subscriber, requestId],
    )
    expect(rows.map(({ tenants }) => tenants)).toEqual(rows.map(() => 2))
    return rows.length
  })

describe('a subscriber', () => {
  it('stands below the provider’s host with all it needs, and answers there at once', {
    meta: { covers: ['permissions.provider-calls'] },
  }, async () => {
    const hostname = `beech.${own()}`
    const entitlement = { bundle: 'STANDARD', users: 2, contractMode: 'PRODUCTION' }
    const more = { hostname: hostname.toUpperCase(), entitlement, region: 'eu-1' }
    const { status, body } = await create({ ...more, defaultLocale: 'de', issuanceAccount: true })
    expect(status).toBe(200)
    const publicUrl = test.tenant.publicUrl.replace(own(), hostname)
    expect(body).toMatchObject({ hostname, publicUrl, region: 'eu-1', bundle: 'STANDARD' })
    const call = callAt(body.publicUrl)
    expect((await call(readSubscriber)).body).toMatchObject({
      companyName: 'Beech & Sons',
      hostname,
      parentHostname: own(),
      isSp: false,
      defaultLocale: 'de',
      subscriberRegion: 'eu-1',
      contractMode: 'PRODUCTION',
      authenticationAccount: true,
      issuanceAccount: true,
    })
    const token = await setUp(call, tokenIn(body.setupUrl))
    expect((await call(readEntitlementInfo, { as: token })).body).toMatchObject({
      unlimited: false,
      users: { allotment: 2, consumed: 1 },
    })
    const bundles = await call(listBundles, { as: token })
    expect(bundles.body).toMatchObject({ plan: 'STANDARD' })
    expect(bundles.text).toContain('"idpProxy"')
  })

  it('has no features but those that were agreed', async () => {
    const entitlement = { bundle: 'CONSUMER', features: ['authApi'] }
    const { body } = await create({ entitlement })
    const call = callAt(body.publicUrl)
    const token = await setUp(call, tokenIn(body.setupUrl))
    expect((await call(listBundles, { as: token })).body.features).toEqual([
      { name: 'authApi', enabled: true, quantity: null },
    ])
  })

  it('is noted in both logs, its link in none of them', async () => {
    const { body, headers } = await create()
    const events = await test.call(listAuditEvents, {
      as,
      body: { requestId: String(headers['x-request-id']) },
    })
    expect(events.body.results).toMatchObject([
      { action: 'SUBSCRIBER_CREATED', entityId: body.id, outcome: 'SUCCESS' },
    ])
    const call = callAt(body.publicUrl)
    expect(
      await transactionsOf([test.tenant.id, String(body.id)], String(headers['x-request-id'])),
    ).toBe(1)
    const token = await setUp(call, tokenIn(body.setupUrl))
    const inside = await call(listAuditEvents, { as: token, body: {} })
    expect(inside.text).toContain('TENANT_CREATED')
    expect(inside.text).toContain('SETUP_LINK_CREATED')
    expect(inside.text + events.text).not.toContain(tokenIn(body.setupUrl))
  })
})

describe('its first administrator', () => {
  it('gets the link by mail, in their language, and nobody else does', {
    meta: { covers: ['S4'] },
  }, async () => {
    const email = 'boss@beech.example'
    const administrator = { email, name: 'Ann', locale: 'de' }
    const { body } = await create({ administrator })
    expect(body.setupUrl).toBeNull()
    await expect.poll(() => test.outbox().map(({ to }) => to)).toEqual([email])
    const [sent] = test.outbox()
    expect(sent?.subject).toContain('Beech & Sons')
    expect(sent?.subject).not.toContain('/setup/')
    const [link = ''] = /https?:\/\/\S+\/setup\/[\w-]{22}/.exec(sent?.text ?? '') ?? []
    expect(link.startsWith(String(body.publicUrl))).toBe(true)
    const call = callAt(body.publicUrl)
    const read = await call(readSetup, { body: { setupToken: tokenIn(link) } })
    expect(read.body).toMatchObject({ companyName: 'Beech & Sons', kind: 'FIRST_ADMINISTRATOR' })
    await setUp(call, tokenIn(link))
  })

  it('has seven days to use the link', { meta: { covers: ['S4'] } }, async () => {
    const { body } = await create()
    const call = callAt(body.publicUrl)
    const setupToken = tokenIn(body.setupUrl)
    const isGood = async () => (await call(readSetup, { body: { setupToken } })).status === 200
    test.clock.advance(7 * 86_400_000 - 60_000)
    expect(await isGood()).toBe(true)
    test.clock.advance(60_000)
    expect(await isGood()).toBe(false)
    as = await signInAs(test.ctx, admin)
  })
})

describe('a host name', () => {
  it.each([
    ['of somebody else', () => 'login.bank.example'],
    ['two names below', () => `a.b.${own()}`],
    ['of the provider itself', own],
    ['that only ends like it', () => `evil${own()}`],
    ['that is none', () => `not_a_host.${own()}`],
  ])('%s is refused', { meta: { covers: ['S21'] } }, async (_what, hostname) => {
    const answer = await create({ hostname: hostname() })
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'invalid_parameters'])
    expect(fieldOf(answer.body, 'fields', '0', 'path')).toBe('body.hostname')
  })

  it('is one tenant’s: of many who want it at once one gets it, and nothing is left of the others', async () => {
    const hostname = `wanted.${own()}`
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ hostname })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(answers.filter(({ status }) => status === 409)[0]?.body.errorCode).toBe(
      'subscriber_exists',
    )
    expect(await tenantsAt(hostname)).toBe(1)
    const { rows } = await test.testDatabase.asOwner((owner) =>
      owner.query<{ count: number }>(
        'select count(*)::integer as count from tenants where public_url like $1',
        [`%//${hostname}:%`],
      ),
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})

describe('nobody creates subscribers', () => {
  it('without the permission of providers, nor in a tenant that is none', {
    meta: { covers: ['S21'] },
  }, async () => {
    const other = everyPermission.filter(([entity]) => entity !== 'TENANTS')
    const unable = await buildAdmin(test.ctx, { permissions: other })
    const limited = await buildAdmin(test.ctx, { permissions: everyPermission, groupIds: [] })
    for (const { token } of [unable, limited]) expect((await create({}, token)).status).toBe(403)
    const { body } = await create()
    const call = callAt(body.publicUrl)
    const boss = await setUp(call, tokenIn(body.setupUrl))
    const below = wanted({ hostname: `x.${String(body.hostname)}` })
    expect((await call(createSubscriber, { as: boss, body: below })).status).toBe(403)
  })
})

describe('a provider and its subscriber', () => {
  it('see nothing of each other', { meta: { covers: ['S21'] } }, async () => {
    const { body } = await create()
    const call = callAt(body.publicUrl)
    const boss = await setUp(call, tokenIn(body.setupUrl))
    expect((await call(readAccountInfo, { as })).status).toBe(401)
    expect((await test.call(readAccountInfo, { as: boss })).status).toBe(401)
    const [insider] = await test.testDatabase.asOwner(async (owner) => {
      const { rows } = await owner.query<{ id: string }>(
        'select id from users where tenant_id = $1',
        [body.id],
      )
      return rows
    })
    const params = { id: insider?.id ?? '' }
    expect((await test.call(readUser, { as, params })).status).toBe(404)
    expect((await call(readUser, { as: boss, params })).status).toBe(200)
    const seen = await test.ctx.db.selectFrom('tenants').select('tenant_id').execute()
    expect(seen).toEqual([{ tenant_id: test.tenant.id }])
  })
})
