import { createResourceRule, listResourceRules } from '@signet/contract/access/resource-rules'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  promoteSubscriber,
  resetSubscriberMailServer,
  resetSubscriberResourceRules,
} from '@signet/contract/provider/tenant-acts'
import { listTenantEntitlements } from '@signet/contract/provider/tenant-entitlements'
import {
  createTenant,
  lockTenant,
  readTenant,
  unlockTenant,
} from '@signet/contract/provider/tenants'
import { readEmailServer, updateEmailServer } from '@signet/contract/settings/emailserver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverNotices } from '../../../../testing/access/mail.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'
import { inTenantBelow } from './below.ts'

/* Guards: `inTenantBelow` with `expectListed`; `isToldAlways` of the notices to administrators. */

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>
let as: string
/** One delivery of notices, in whichever tenant it is asked for. */
let delivery: { ctx: Context } & Omit<TestApp, 'ctx'>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  delivery = { ...test }
  admin = await buildAdmin(test.ctx)
  as = admin.token
})
afterAll(() => test.close())

let made = 0
const build = async () => {
  made += 1
  const hostname = `a${made}.${new URL(test.tenant.publicUrl).hostname}`
  const { body, text } = await test.call(createTenant, {
    as,
    body: { companyName: `Beech ${made}`, hostname, entitlement: { bundle: 'PLUS', users: 20 } },
  })
  const tenant = await createTenantFinder(test.platform.database).byId(String(body.id))
  if (tenant === null) throw new Error(text)
  await test.platform.keyRing.warm(tenant.id)
  const ctx = systemContext(test.platform, { tenant, name: 'test' })
  const call = createCall(test.app, new URL(tenant.publicUrl).host)
  return { params: { id: tenant.id }, ctx, call, boss: await buildAdmin(ctx) }
}

/** What the super administrator of a tenant was mailed. */
const mailsTo = async ({ ctx, boss }: Awaited<ReturnType<typeof build>>) => {
  delivery.ctx = ctx
  await deliverNotices(delivery)
  return test.outbox().filter(({ to }) => to.startsWith(boss.userId))
}

const acts = [
  [promoteSubscriber, 'TENANT_PROMOTED', 'Tenant promoted to production'],
  [resetSubscriberMailServer, 'TENANT_MAIL_SERVER_RESET', 'Mail server of a tenant reset'],
  [resetSubscriberResourceRules, 'TENANT_RULES_RESET', 'Resource rules of a tenant reset'],
] as const

describe('an act of a provider in a tenant', () => {
  it.each(acts)(
    'is in both logs and mailed to the super administrators of the tenant',
    async (endpoint, action, words) => {
      const below = await build()
      const { params, call, boss } = below
      const done = await test.call(endpoint, { as, params })
      expect(done.status, done.text).toBe(200)
      const above = await test.call(listAuditEvents, {
        as,
        body: { entityId: params.id, actions: [action] },
      })
      expect(above.body.results).toMatchObject([{ actorId: admin.id }])
      const inside = await call(listAuditEvents, { as: boss.token, body: { actions: [action] } })
      expect(inside.body.results).toMatchObject([
        { actorName: test.tenant.companyName, address: null, userAgent: null },
      ])
      expect(inside.text).not.toContain(admin.userId)
      const told = (await mailsTo(below)).filter(({ text }) => text.includes(words))
      expect(told).toHaveLength(1)
      expect(told[0]?.text).toContain(`By: ${test.tenant.companyName}`)
    },
  )

  it('is mailed when the tenant is locked and unlocked, once it can be', async () => {
    const below = await build()
    const { params } = below
    await test.call(lockTenant, { as, params })
    await test.call(unlockTenant, { as, params })
    const texts = (await mailsTo(below)).map(({ text }) => text).join()
    expect(texts).toContain('Tenant locked')
    expect(texts).toContain('Tenant unlocked')
  })

  it.each(acts)(
    'is refused for tenants of others, and without the permission',
    async (endpoint) => {
      const { params } = await build()
      const other = await test.otherTenant()
      const stranger = await buildAdmin(other.ctx)
      expect((await other.call(endpoint, { as: stranger.token, params })).status).toBe(404)
      const viewer = await buildAdmin(test.ctx, { permissions: [['TENANTS', 'VIEW']] })
      expect((await test.call(endpoint, { as: viewer.token, params })).status).toBe(403)
    },
  )

  it.each(acts)('heeds the version that was read', async (endpoint) => {
    const { params } = await build()
    const headers = { 'if-match': '"99"' }
    expect((await test.call(endpoint, { as, params, headers })).status).toBe(412)
  })

  it('is one of the closed list', async () => {
    const { params } = await build()
    const doing = test.ctx.transaction((ctx) =>
      inTenantBelow(ctx, params.id, async (account) =>
        audit(account, 'USER_DELETED', { subject: { entity: 'USERS', id: params.id } }),
      ),
    )
    await expect(doing).rejects.toThrow('USER_DELETED is not an act of providers')
  })
})

describe('a promotion', () => {
  it('makes tenant and entitlements productive, once', async () => {
    const { params } = await build()
    const before = await test.call(readTenant, { as, params })
    expect(before.body.contractMode).toBe('TRIAL')
    const first = await test.call(promoteSubscriber, { as, params })
    expect(first.body.contractMode).toBe('PRODUCTION')
    const { text } = await test.call(listTenantEntitlements, {
      as,
      params: { tenantid: params.id },
    })
    expect(JSON.parse(text)).toMatchObject([{ contractMode: 'PRODUCTION', allotment: 20 }])
    const second = await test.call(promoteSubscriber, { as, params })
    expect([second.status, second.body.version]).toEqual([200, first.body.version])
  })
})

describe('a reset', () => {
  it('of the mail server leaves the operator’s, and no secret', async () => {
    const { params, ctx, call, boss } = await build()
    const server = {
      enabled: true,
      host: 'mail.beech.example',
      fromAddress: 'id@beech.example',
      user: 'id',
      secrets: { password: 'opens the mail server' },
    }
    const set = await call(updateEmailServer, { as: boss.token, body: server })
    expect(set.status, set.text).toBe(200)
    await test.call(resetSubscriberMailServer, { as, params })
    const { body } = await call(readEmailServer, { as: boss.token })
    expect(body).toMatchObject({ enabled: false, host: '', user: '', secretsPresent: [] })
    const { sealed } = await ctx.db
      .selectFrom('settings')
      .select('sealed')
      .where('family', '=', 'emailserver')
      .executeTakeFirstOrThrow()
    expect(sealed).toBeNull()
  })

  it('of the resource rules leaves those of a new tenant for its portals', async () => {
    const { params, call, boss } = await build()
    const rules = async (): Promise<readonly unknown[]> =>
      JSON.parse((await call(listResourceRules, { as: boss.token })).text)
    const named = (list: readonly unknown[]) =>
      JSON.stringify(list.map((rule) => Object(rule).name))
    const atFirst = named(await rules())
    const closed = await call(createResourceRule, {
      as: boss.token,
      body: { name: 'Closed', resourceId: 'USER_PORTAL', lowRisk: 'DENY' },
    })
    expect(closed.status, closed.text).toBe(200)
    expect(named(await rules())).not.toBe(atFirst)
    await test.call(resetSubscriberResourceRules, { as, params })
    expect(named(await rules())).toBe(atFirst)
  })
})
