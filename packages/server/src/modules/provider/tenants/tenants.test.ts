import {
  authenticateAdminApi,
  createIdgApplication,
} from '@signet/contract/applications/api-applications'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { createSubscriber, createSubscriberAccount } from '@signet/contract/provider/subscribers'
import {
  changeTenantHost,
  createTenant,
  listTenants,
  listTenantsPaged,
  lockSubscriberAccount,
  lockTenant,
  mostListedTenants,
  readParentName,
  readTenant,
  unlockSubscriberAccount,
  unlockTenant,
} from '@signet/contract/provider/tenants'
import { readAccountInfo } from '@signet/contract/tenancy/accounts'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import {
  type BuiltUser,
  buildAdmin,
  buildUser,
  everyPermission,
  signInAs,
} from '../../../../testing/builders.ts'
import { type Call, createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { handleInTenant } from '../../../app/tenant-jobs.ts'
import type { Context } from '../../../kit/context.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'

let test: TestApp
let admin: BuiltUser
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = await buildAdmin(test.ctx)
  as = await signInAs(test.ctx, admin)
  await test.platform.queue.start()
})
afterAll(() => test.close())

const own = () => new URL(test.tenant.publicUrl).hostname
let made = 0
const wanted = (more: object = {}) => {
  made += 1
  const entitlement = { bundle: 'PLUS', users: 20 }
  return { companyName: `Beech ${made}`, hostname: `t${made}.${own()}`, entitlement, ...more }
}
const create = async (more: object = {}) => {
  const { status, body, text } = await test.call(createTenant, { as, body: wanted(more) })
  expect(status, text).toBe(201)
  return { id: String(body.id), hostname: String(body.hostname), body }
}
const callAt = (hostname: string): Call =>
  createCall(test.app, new URL(test.tenant.publicUrl).host.replace(own(), hostname))
const inside = async (id: string): Promise<Context> => {
  const tenant = await createTenantFinder(test.platform.database).byId(id)
  if (tenant === null) throw new Error('there is no such tenant')
  await test.platform.keyRing.warm(id)
  return systemContext(test.platform, { tenant, name: 'test' })
}
const namesOf = (rows: unknown) =>
  Array.isArray(rows) ? rows.map((row) => fieldOf(row, 'companyName')) : rows

describe('a tenant of a provider', () => {
  it('is created whole, listed and read, and its setup link leads to it', {
    meta: { covers: ['purpose.provider-admins'] },
  }, async () => {
    const { id, hostname, body } = await create({ companyName: 'Alder', region: 'eu-1' })
    const shown = {
      companyName: 'Alder',
      publicUrl: test.tenant.publicUrl.replace(own(), hostname),
      region: 'eu-1',
      isSp: false,
      locked: false,
      bundle: 'PLUS',
      users: { consumed: 0, allotment: 20 },
    }
    expect(body).toMatchObject({ ...shown, aliases: [] })
    expect(String(body.setupUrl)).toContain(`${shown.publicUrl}/setup/`)
    const listed = await test.call(listTenants, { as, query: { search: 'alder' } })
    expect(JSON.parse(listed.text)).toEqual([expect.objectContaining({ id, ...shown })])
    const read = await test.call(readTenant, { as, params: { id } })
    expect(read.body).toMatchObject({ id, ...shown, aliases: [] })
    expect(read.headers.etag).toBe(`"${String(read.body.version)}"`)
    expect(read.text + listed.text).not.toContain('/setup/')
  })

  it('is created by each of the three calls alike', async () => {
    for (const endpoint of [createSubscriber, createSubscriberAccount]) {
      const { body } = await test.call(endpoint, { as, body: wanted() })
      const params = { id: String(body.id) }
      expect((await test.call(readTenant, { as, params })).status).toBe(200)
    }
  })

  it('counts its users', async () => {
    const { id } = await create()
    const ctx = await inside(id)
    await buildUser(ctx)
    await buildUser(ctx)
    const { body } = await test.call(readTenant, { as, params: { id } })
    expect(body.users).toEqual({ consumed: 2, allotment: 20 })
  })
})

describe('the list of tenants', () => {
  const names = ['Cedar', 'cedar é', 'CEDAR z', 'Cedar', 'cedar 100 %']
  beforeAll(async () => {
    for (const companyName of names) await create({ companyName })
  })
  const page = (body: object) => test.call(listTenantsPaged, { as, body })

  it.each([false, true])(
    'is read page by page without a gap (descending: %s)',
    async (descending) => {
      const first = await page({ search: 'cedar', limit: 2, descending })
      const second = await page({
        search: 'cedar',
        limit: 2,
        descending,
        cursor: fieldOf(first.body, 'paging', 'nextCursor'),
      })
      const third = await page({
        search: 'cedar',
        limit: 2,
        descending,
        cursor: fieldOf(second.body, 'paging', 'nextCursor'),
      })
      const back = await page({
        search: 'cedar',
        limit: 2,
        descending,
        cursor: fieldOf(second.body, 'paging', 'prevCursor'),
      })
      const pages = [first, second, third].flatMap(({ body }) => namesOf(body.results))
      const sorted = ['Cedar', 'Cedar', 'cedar 100 %', 'CEDAR z', 'cedar é']
      expect(pages).toEqual(descending ? sorted.toReversed() : sorted)
      expect(back.body.results).toEqual(first.body.results)
      expect(first.body.paging).toMatchObject({ total: 5, estimated: false, prevCursor: null })
      expect(third.body.paging).toMatchObject({ total: 5, nextCursor: null })
    },
  )

  it('shows locked tenants alone, or the others', async () => {
    const { id } = await create({ companyName: 'cedar locked' })
    await test.call(lockTenant, { as, params: { id } })
    const search = 'cedar'
    expect(namesOf((await page({ search, locked: true })).body.results)).toEqual(['cedar locked'])
    expect(fieldOf((await page({ search, locked: false })).body, 'paging', 'total')).toBe(5)
  })

  it('refuses a cursor of another search', async () => {
    const { body } = await page({ search: 'cedar', limit: 1 })
    const cursor = fieldOf(body, 'paging', 'nextCursor')
    expect((await page({ search: 'alder', limit: 1, cursor })).status).toBe(400)
  })

  it('takes what is typed as text', async () => {
    expect(namesOf((await page({ search: '100 %' })).body.results)).toEqual(['cedar 100 %'])
    expect((await page({ search: "' or true --" })).body.results).toEqual([])
  })

  it(`answers at most ${mostListedTenants} whole, and counts 10,000 in pages`, async () => {
    const provider = await test.otherTenant()
    const { token } = await buildAdmin(provider.ctx)
    await test.testDatabase.asOwner((owner) =>
      owner.query(
        `insert into tenants (tenant_id, parent_tenant_id, company_name, public_url,
           authentication_account, issuance_account, created_at)
         select gen_random_uuid(), $1, 'Branch ' || n, 'http://n' || n || '.example', true, false, now()
         from generate_series(1, 10001) n`,
        [provider.tenant.id],
      ),
    )
    const { text } = await provider.call(listTenants, { as: token })
    expect(JSON.parse(text)).toHaveLength(mostListedTenants)
    const { body } = await provider.call(listTenantsPaged, { as: token, body: { limit: 1 } })
    expect(body.paging).toMatchObject({ total: 10_000, estimated: true })
  })
})

describe('a provider sees and changes', () => {
  it('the tenants right below it only', { meta: { covers: ['S21'] } }, async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const { id } = await create({ companyName: 'Mine alone' })
    const params = { id }
    const answers = [
      await other.call(readTenant, { as: token, params }),
      await other.call(lockTenant, { as: token, params }),
      await other.call(unlockTenant, { as: token, params }),
      await other.call(lockSubscriberAccount, { as: token, params }),
      await other.call(unlockSubscriberAccount, { as: token, params }),
      await other.call(changeTenantHost, {
        as: token,
        params,
        body: { hostname: `x.${new URL(other.tenant.publicUrl).hostname}` },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await other.call(listTenants, { as: token })).text).toBe('[]')
    expect((await test.call(readTenant, { as, params })).body.locked).toBe(false)
  })

  it('neither itself nor the tenants of a provider below it', {
    meta: { covers: ['S21'] },
  }, async () => {
    const reseller = await create({ isSp: true, companyName: 'Reseller' })
    const boss = await buildAdmin(await inside(reseller.id))
    const call = callAt(reseller.hostname)
    const below = await call(createTenant, {
      as: boss.token,
      body: { ...wanted(), companyName: 'Grandchild', hostname: `g.${reseller.hostname}` },
    })
    expect(below.status, below.text).toBe(201)
    for (const id of [String(below.body.id), test.tenant.id]) {
      expect((await test.call(lockTenant, { as, params: { id } })).status).toBe(404)
    }
    expect(namesOf(JSON.parse((await call(listTenants, { as: boss.token })).text))).toEqual([
      'Grandchild',
    ])
    const up = { id: test.tenant.id }
    expect((await call(lockTenant, { as: boss.token, params: up })).status).toBe(404)
    expect((await call(readParentName, { as: boss.token })).body).toEqual({
      companyName: test.tenant.companyName,
    })
    expect((await test.call(readParentName, { as })).body).toEqual({ companyName: null })
  })

  it('providers only as the root provider', { meta: { covers: ['S21'] } }, async () => {
    const reseller = await create({ isSp: true })
    const boss = await buildAdmin(await inside(reseller.id))
    const body = { ...wanted(), isSp: true, hostname: `g.${reseller.hostname}` }
    const refused = await callAt(reseller.hostname)(createTenant, { as: boss.token, body })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
  })

  it('nothing without the permission, or in a tenant that is no provider', {
    meta: { covers: ['S21'] },
  }, async () => {
    const { id, hostname } = await create()
    const params = { id }
    const others = everyPermission.filter(([entity]) => entity !== 'TENANTS')
    const unable = await buildAdmin(test.ctx, { permissions: others })
    expect((await test.call(listTenants, { as: unable.token })).status).toBe(403)
    const viewer = await buildAdmin(test.ctx, { permissions: [['TENANTS', 'VIEW']] })
    expect((await test.call(readTenant, { as: viewer.token, params })).status).toBe(200)
    expect((await test.call(lockTenant, { as: viewer.token, params })).status).toBe(403)
    const boss = await buildAdmin(await inside(id))
    expect((await callAt(hostname)(listTenants, { as: boss.token })).status).toBe(403)
  })

  it('no tenant to be above itself', async () => {
    const reseller = await create({ isSp: true })
    const setParent = (parent: string) =>
      test.testDatabase.asOwner((owner) =>
        owner.query('update tenants set parent_tenant_id = $2 where tenant_id = $1', [
          test.tenant.id,
          parent,
        ]),
      )
    for (const parent of [reseller.id, test.tenant.id]) {
      await expect(setParent(parent)).rejects.toMatchObject({ constraint: 'tenants_no_cycle' })
    }
  })
})

describe('a locked tenant', () => {
  it('signs users in no more, ends their sessions, and unlocked asks them to sign in again', {
    meta: { covers: ['lifecycle.tenant-lock'] },
  }, async () => {
    const { id, hostname } = await create()
    const params = { id }
    const ctx = await inside(id)
    const call = callAt(hostname)
    const user = await buildPerson(ctx)
    const token = (await buildAdmin(ctx)).token
    expect((await call(readAccountInfo, { as: token })).status).toBe(200)
    const gateway = await call(createIdgApplication, { as: token, body: { name: 'Gateway' } })
    const applicationId = String(fieldOf(gateway.body, 'application', 'id'))
    const { sharedSecret } = gateway.body
    const openApplication = () =>
      call(authenticateAdminApi, { body: { applicationId, sharedSecret } })
    expect((await openApplication()).status).toBe(200)
    const locked = await test.call(lockTenant, { as, params })
    expect([locked.status, locked.body.locked]).toEqual([200, true])
    const seen = async () => {
      const { status, body } = await call(readAccountInfo, { as: token })
      return [status, body.errorCode]
    }
    expect((await seen())[0]).not.toBe(200)
    // Host and lock of a tenant are up to 1 s old.
    await expect.poll(seen).toEqual([403, 'account_locked'])
    const browser = browserOf(call)
    await browser.query(user.userId)
    const refused = await browser.prove('PASSWORD', goodPassword)
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'account_locked'])
    expect((await call(readSubscriber)).status).toBe(200)
    expect((await openApplication()).body.errorCode).toBe('account_locked')
    // As a sign-in leaves one that had begun before.
    const late = (await buildAdmin(ctx)).token
    const unlocked = await test.call(unlockTenant, { as, params })
    expect([unlocked.status, unlocked.body.locked]).toEqual([200, false])
    await expect.poll(seen).toEqual([401, 'invalid_session_token'])
    expect((await call(readAccountInfo, { as: late })).status).toBe(401)
    const again = browserOf(call)
    await again.query(user.userId)
    expect((await again.prove('PASSWORD', goodPassword)).status).toBe(200)
  })

  it('is noted in both logs, once: locking it again changes nothing', async () => {
    const { id, hostname } = await create()
    const params = { id }
    const first = await test.call(lockSubscriberAccount, { as, params })
    const second = await test.call(lockTenant, { as, params })
    expect([second.status, second.body.version]).toEqual([200, first.body.version])
    const events = await test.call(listAuditEvents, { as, body: { entityId: id } })
    const locks = (body: unknown) =>
      JSON.stringify(fieldOf(body, 'results')).match(/"TENANT_LOCKED"/g)
    expect(locks(events.body)).toHaveLength(1)
    await test.call(unlockSubscriberAccount, { as, params })
    const boss = await buildAdmin(await inside(id))
    const inTenant = await callAt(hostname)(listAuditEvents, { as: boss.token, body: {} })
    expect(locks(inTenant.body)).toHaveLength(1)
    expect(inTenant.text).toContain('TENANT_UNLOCKED')
    expect(inTenant.text).toContain(test.tenant.companyName)
    expect(inTenant.text).not.toContain(admin.userId)
    const results = fieldOf(inTenant.body, 'results')
    const event = Array.isArray(results) && results.find(({ action }) => action === 'TENANT_LOCKED')
    expect(event).toMatchObject({ action: 'TENANT_LOCKED', address: null, userAgent: null })
  })

  it('is not locked over a change that the caller has not seen', async () => {
    const { id } = await create()
    const headers = { 'if-match': '"99"' }
    const refused = await test.call(lockTenant, { as, params: { id }, headers })
    expect([refused.status, refused.body.errorCode]).toEqual([412, 'precondition_failed'])
  })

  it('keeps its jobs until it is unlocked', async () => {
    const { id } = await create()
    const done: unknown[] = []
    await handleInTenant(test.platform, {
      queue: 'write-backs',
      work: async (_ctx, { content }) => void done.push(content),
    })
    await test.call(lockTenant, { as, params: { id } })
    const ctx = await inside(id)
    for (const code of ['waits', 'waits longer']) {
      await ctx.transaction(({ db }) =>
        test.platform.queue.enqueue(db, {
          tenantId: id,
          queue: 'write-backs',
          content: { code },
        }),
      )
    }
    const waiting = () =>
      test.testDatabase.asOwner(async (owner) => {
        const { rows } = await owner.query<{ later: boolean; priority: number }>(
          `select start_after > now() + interval '4 minutes' as later, priority from pgboss.job
           where data->>'tenantId' = $1 and name = 'write-backs' and state = 'created'
           order by priority desc`,
          [id],
        )
        return rows
      })
    // At their turn among the jobs of other tenants, not before all of them.
    const turns = [
      { later: true, priority: 0 },
      { later: true, priority: expect.toSatisfy((priority) => Number(priority) < 0) },
    ]
    await expect.poll(waiting).toEqual(turns)
    expect(done).toEqual([])
    await test.call(unlockTenant, { as, params: { id } })
    await test.testDatabase.asOwner((owner) =>
      owner.query(
        `update pgboss.job set start_after = now() where data->>'tenantId' = $1 and state = 'created'`,
        [id],
      ),
    )
    await expect
      .poll(() => done)
      .toEqual(expect.arrayContaining([{ code: 'waits' }, { code: 'waits longer' }]))
  })
})

describe('host names', () => {
  const changeTo = (id: string, body: object) =>
    test.call(changeTenantHost, { as, params: { id }, body })
  const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    body.errorCode,
  ]

  it.each([
    ['in other case', (name: string) => name.toUpperCase()],
    ['with a trailing dot', (name: string) => `${name}.`],
  ])('collide %s', async (_how, spelled) => {
    const { hostname } = await create()
    const answer = await test.call(createTenant, {
      as,
      body: wanted({ hostname: spelled(hostname) }),
    })
    expect(codeOf(answer)).toEqual([409, 'subscriber_exists'])
  })

  it('collide in Unicode and in ASCII, and the tenant answers at the ASCII form', async () => {
    const { hostname } = await create({ hostname: `Bücher.${own()}` })
    expect(hostname).toBe(`xn--bcher-kva.${own()}`)
    expect((await callAt(hostname)(readSubscriber)).status).toBe(200)
    const body = wanted({ hostname: `xn--bcher-kva.${own()}` })
    expect(codeOf(await test.call(createTenant, { as, body }))).toEqual([409, 'subscriber_exists'])
  })

  it('change: the previous one stays as an alias, and is free once it is left out', async () => {
    const { id, hostname } = await create()
    const next = `next-${hostname}`
    const changed = await changeTo(id, { hostname: next })
    expect(changed.body).toMatchObject({ hostname: next, aliases: [hostname] })
    for (const name of [next, hostname]) {
      const { body } = await callAt(name)(readSubscriber)
      expect(fieldOf(body, 'id')).toBe(id)
      expect(fieldOf(body, 'hostname')).toBe(next)
    }
    const taken = await test.call(createTenant, { as, body: wanted({ hostname }) })
    expect(codeOf(taken)).toEqual([409, 'subscriber_exists'])
    const second = await create()
    expect(
      codeOf(await changeTo(second.id, { hostname: second.hostname, aliases: [hostname] })),
    ).toEqual([409, 'subscriber_exists'])
    expect((await changeTo(id, { hostname: next, aliases: [] })).body.aliases).toEqual([])
    await expect.poll(async () => (await callAt(hostname)(readSubscriber)).status).toBe(404)
    expect((await create({ hostname })).hostname).toBe(hostname)
  })

  it('stay as they are when one of several is taken', async () => {
    const [first, second] = [await create(), await create()]
    const free = `free-${first.hostname}`
    const answer = await changeTo(first.id, { hostname: free, aliases: [second.hostname] })
    expect(codeOf(answer)).toEqual([409, 'subscriber_exists'])
    const { body } = await test.call(readTenant, { as, params: { id: first.id } })
    expect(body).toMatchObject({ hostname: first.hostname, aliases: [] })
    expect((await callAt(free)(readSubscriber)).status).toBe(404)
  })

  it('of others are refused, in both fields', { meta: { covers: ['S21'] } }, async () => {
    const { id, hostname } = await create()
    expect(codeOf(await changeTo(id, { hostname: 'login.bank.example' }))).toEqual([
      400,
      'invalid_parameters',
    ])
    const alias = await changeTo(id, { hostname, aliases: [own()] })
    expect(codeOf(alias)).toEqual([400, 'invalid_parameters'])
    expect(fieldOf(alias.body, 'fields', '0', 'path')).toBe('body.aliases')
  })

  it('that the operator gave can be left and taken again', async () => {
    const { id, hostname } = await create()
    const given = `login-${hostname.split('.')[0]}.bank.example`
    await test.testDatabase.asOwner((owner) =>
      owner.query('insert into host_names (host, tenant_id, current) values ($2, $1, false)', [
        id,
        given,
      ]),
    )
    expect((await changeTo(id, { hostname: given, aliases: [hostname] })).body.hostname).toBe(given)
    expect((await changeTo(id, { hostname, aliases: [given] })).body.hostname).toBe(hostname)
  })

  it('are 20 at most', async () => {
    const { id, hostname } = await create()
    const aliases = Array.from({ length: 19 }, (_, at) => `a${at}-${hostname}`)
    expect((await changeTo(id, { hostname, aliases })).body.aliases).toHaveLength(19)
    expect(codeOf(await changeTo(id, { hostname: `b-${hostname}` }))).toEqual([
      409,
      'limit_reached',
    ])
  })

  it('stay within the domain of the tenant’s passkeys', async () => {
    const { id, hostname } = await create()
    await test.testDatabase.asOwner((owner) =>
      owner.query('update tenants set passkey_domain = $2 where tenant_id = $1', [id, hostname]),
    )
    expect(codeOf(await changeTo(id, { hostname: `other-${hostname}` }))).toEqual([
      400,
      'invalid_parameters',
    ])
  })

  it('are noted in both logs', async () => {
    const { id, hostname } = await create()
    const next = `noted-${hostname}`
    await changeTo(id, { hostname: next })
    const events = await test.call(listAuditEvents, { as, body: { entityId: id } })
    expect(events.text).toContain('SUBSCRIBER_URL_CHANGED')
    const boss = await buildAdmin(await inside(id))
    const seen = await callAt(next)(listAuditEvents, { as: boss.token, body: {} })
    expect(seen.text).toContain('SUBSCRIBER_URL_CHANGED')
  })
})
