import { createUser } from '@signet/contract/identity/users'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  listTenantEntitlements,
  listTenantUsageMonths,
  readEntitlementUsage,
  readTenantEntitlement,
  removeTenantEntitlement,
  setTenantEntitlement,
} from '@signet/contract/provider/tenant-entitlements'
import { createTenant, readTenant } from '@signet/contract/provider/tenants'
import { listBundles } from '@signet/contract/tenancy/bundles'
import { listUsageMonths, readEntitlementInfo } from '@signet/contract/tenancy/entitlements'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { createCall } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  await test.platform.queue.start()
})
afterAll(() => test.close())

let made = 0
const build = async () => {
  made += 1
  const companyName = `Elm ${made}`
  const hostname = `e${made}.${new URL(test.tenant.publicUrl).hostname}`
  const entitlement = { bundle: 'STANDARD', users: 2 }
  const { body } = await test.call(createTenant, {
    as,
    body: { companyName, hostname, entitlement },
  })
  const id = String(body.id)
  const tenant = await createTenantFinder(test.platform.database).byId(id)
  if (tenant === null) throw new Error('there is no such tenant')
  await test.platform.keyRing.warm(id)
  const ctx = systemContext(test.platform, { tenant, name: 'test' })
  const call = createCall(test.app, new URL(tenant.publicUrl).host)
  return { id, companyName, call, boss: (await buildAdmin(ctx)).token }
}
const set = (tenantid: string, body: object, token = as) =>
  test.call(setTenantEntitlement, { as: token, params: { tenantid }, body })

describe('the entitlements of a tenant', () => {
  it('are those it was created with, by type', async () => {
    const { id: tenantid } = await build()
    const { text } = await test.call(listTenantEntitlements, { as, params: { tenantid } })
    const shown = { type: 'AUTHENTICATION', bundle: 'STANDARD', allotment: 2, consumed: 1 }
    expect(JSON.parse(text)).toEqual([expect.objectContaining(shown)])
    const params = { tenantid, type: 'AUTHENTICATION' }
    expect((await test.call(readTenantEntitlement, { as, params })).body).toMatchObject(shown)
    const other = { tenantid, type: 'ISSUANCE' }
    expect((await test.call(readTenantEntitlement, { as, params: other })).status).toBe(404)
  })

  it('changed, hold in the tenant at once, and what is left out stays', async () => {
    const { id, call, boss } = await build()
    const create = (userId: string) => call(createUser, { as: boss, body: { userId } })
    expect((await create('second')).status).toBe(200)
    expect((await create('third')).status).not.toBe(200)
    const changed = await set(id, { type: 'AUTHENTICATION', allotment: 3 })
    expect(changed.body).toMatchObject({ allotment: 3, bundle: 'STANDARD', consumed: 2 })
    expect((await create('third')).status).toBe(200)
    const smaller = { allotment: 1, bundle: 'CONSUMER', features: ['adSync'] }
    await set(id, { type: 'AUTHENTICATION', ...smaller })
    const info = await call(readEntitlementInfo, { as: boss })
    expect(info.body.users).toEqual({ consumed: 3, allotment: 1, remaining: 0 })
    expect((await create('fourth')).status).not.toBe(200)
    const bundles = await call(listBundles, { as: boss })
    expect(bundles.body).toMatchObject({
      plan: 'CONSUMER',
      features: [{ name: 'adSync', enabled: true }],
    })
  })

  it('move to the bundles that the rules name, and to another after they were removed', {
    meta: { covers: ['bundles.upgrade'] },
  }, async () => {
    const { id: tenantid, call, boss } = await build()
    const move = (bundle: string | null) => set(tenantid, { type: 'AUTHENTICATION', bundle })
    const refused = await move('PREMIUM')
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'bundle_move_refused'])
    expect(refused.body.message).toContain('bundle STANDARD to PREMIUM')
    expect((await move(null)).body.errorCode).toBe('bundle_move_refused')
    const bundles = await call(listBundles, { as: boss })
    expect(bundles.body).toMatchObject({ plan: 'STANDARD', moves: ['CONSUMER'] })
    const params = { tenantid, type: 'AUTHENTICATION' }
    expect((await test.call(removeTenantEntitlement, { as, params })).status).toBe(204)
    expect((await move('PREMIUM')).status).toBe(200)
    const moves = [
      'PREMIUM',
      'PLUS',
      'STANDARD',
      'PLUS',
      'CONSUMER',
      'PREMIUM',
      'STANDARD',
    ] as const
    const statuses: number[] = []
    for (const bundle of moves) statuses.push((await move(bundle)).status)
    expect(statuses).toEqual([200, 200, 200, 409, 200, 409, 200])
  })

  it('switch the flags of their bundle, and only those that are listed', async () => {
    const { id, call, boss } = await build()
    const flagsAfter = async (flags: readonly string[]) => {
      expect((await set(id, { type: 'ISSUANCE', flags })).status).toBe(200)
      return (await call(listBundles, { as: boss })).body.settings
    }
    const first = await flagsAfter(['hasPrinterCounter', 'hasFleetManagement'])
    expect(first).toMatchObject({ hasPrinterCounter: true, hasFleetManagement: true })
    const second = await flagsAfter(['hasPayToPrint'])
    expect(second).toMatchObject({ hasPrinterCounter: false, hasPayToPrint: true })
  })

  it('take the tenant from trial to production, and back once none is in production', async () => {
    const { id } = await build()
    const modeAfter = async (type: string, contractMode: string) => {
      await set(id, { type, contractMode })
      return (await test.call(readTenant, { as, params: { id } })).body.contractMode
    }
    expect(await modeAfter('ISSUANCE', 'TRIAL')).toBe('TRIAL')
    expect(await modeAfter('AUTHENTICATION', 'PRODUCTION')).toBe('PRODUCTION')
    expect(await modeAfter('AUTHENTICATION', 'TRIAL')).toBe('TRIAL')
  })

  it('that were removed leave users who are there, and add none', async () => {
    const { id: tenantid, call, boss } = await build()
    const params = { tenantid, type: 'AUTHENTICATION' }
    expect((await test.call(removeTenantEntitlement, { as, params })).status).toBe(204)
    const refused = await call(createUser, { as: boss, body: { userId: 'second' } })
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'entitlement_ended'])
    const info = await call(readEntitlementInfo, { as: boss })
    expect(info.body).toMatchObject({ unlimited: false, users: { consumed: 1, remaining: 0 } })
    await set(tenantid, { type: 'AUTHENTICATION', allotment: 2 })
    expect((await call(createUser, { as: boss, body: { userId: 'second' } })).status).toBe(200)
  })

  it('are granted and removed one by one', async () => {
    const { id: tenantid } = await build()
    const params = { tenantid, type: 'ISSUANCE' }
    const granted = await set(tenantid, { type: 'ISSUANCE', allotment: 50, quantity: 2 })
    expect(granted.body).toMatchObject({ allotment: 50, quantity: 2, usageType: 'TRANSACTIONS' })
    expect((await test.call(removeTenantEntitlement, { as, params })).status).toBe(204)
    expect((await test.call(removeTenantEntitlement, { as, params })).status).toBe(404)
    const { text } = await test.call(listTenantEntitlements, { as, params: { tenantid } })
    expect(JSON.parse(text)).toHaveLength(1)
  })

  it('are noted in both logs', async () => {
    const { id, call, boss } = await build()
    await set(id, { type: 'AUTHENTICATION', allotment: 7 })
    await test.call(removeTenantEntitlement, {
      as,
      params: { tenantid: id, type: 'AUTHENTICATION' },
    })
    const provider = await test.call(listAuditEvents, { as, body: { entityId: id } })
    const own = await call(listAuditEvents, { as: boss, body: {} })
    for (const { text } of [provider, own]) {
      expect(text).toContain('ENTITLEMENT_CHANGED')
      expect(text).toContain('ENTITLEMENT_REMOVED')
    }
  })

  it('are seen and changed by the provider right above only', {
    meta: { covers: ['S21'] },
  }, async () => {
    const { id: tenantid } = await build()
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const params = { tenantid, type: 'AUTHENTICATION' }
    const answers = [
      await other.call(listTenantEntitlements, { as: token, params: { tenantid } }),
      await other.call(readTenantEntitlement, { as: token, params }),
      await other.call(removeTenantEntitlement, { as: token, params }),
      await other.call(setTenantEntitlement, {
        as: token,
        params: { tenantid },
        body: { type: 'AUTHENTICATION', allotment: null },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const body = { tenantIds: [tenantid] }
    expect((await other.call(readEntitlementUsage, { as: token, body })).text).toBe('[]')
    const own = await test.call(readTenantEntitlement, { as, params })
    expect(own.body.allotment).toBe(2)
  })
})

describe('the use of entitlements', () => {
  it('is shown month by month to the provider right above, and to no other', {
    meta: { covers: ['S21'] },
  }, async () => {
    const { id: tenantid, call, boss } = await build()
    await call(createUser, { as: boss, body: { userId: 'second' } })
    const params = { tenantid }
    const { text } = await test.call(listTenantUsageMonths, { as, params })
    const month = test.platform.clock.now().toISOString().slice(0, 7)
    const months = [{ month, highest: 2, used: 2, smsVoice: 0 }]
    expect(JSON.parse(text)).toEqual([{ type: 'AUTHENTICATION', months }])
    expect((await call(listUsageMonths, { as: boss })).text).toBe(text)
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const refused = await other.call(listTenantUsageMonths, { as: token, params })
    expect(refused.status).toBe(404)
    const own = await test.call(listTenantUsageMonths, { as, params: { tenantid: test.tenant.id } })
    expect(own.status).toBe(404)
  })

  it('is answered for all tenants by name, or for some and one type', async () => {
    const [first, second] = [await build(), await build()]
    await set(first.id, { type: 'ISSUANCE', allotment: 5 })
    const ask = async (body: object) => {
      const { text } = await test.call(readEntitlementUsage, { as, body })
      const rows: readonly unknown[] = JSON.parse(text)
      return rows
    }
    const all = await ask({})
    expect(all).toHaveLength(made)
    const some = await ask({ tenantIds: [second.id, first.id], type: 'ISSUANCE' })
    expect(some.map((row) => fieldOf(row, 'companyName'))).toEqual([
      first.companyName,
      second.companyName,
    ])
    expect(some.map((row) => fieldOf(row, 'entitlements'))).toEqual([
      [expect.objectContaining({ type: 'ISSUANCE', allotment: 5, consumed: 0, remaining: 5 })],
      [],
    ])
  })
})
