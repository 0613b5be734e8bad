import { changeAccountBundle } from '@signet/contract/issuance/printer-search'
import { createPrinter } from '@signet/contract/issuance/printers'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { listBundles } from '@signet/contract/tenancy/bundles'
import type { BundleFlag } from '@signet/rules/bundles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, everyPermission } from '../../../../testing/builders.ts'
import { buildAccount } from '../../../../testing/issuance/accounts.ts'
import { buildQuickPrinter, suffer } from '../../../../testing/issuance/print-jobs.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { grantEntitlement } from '../../tenancy/entitlements/index.ts'
import { findPrinter, look } from '../printers/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const set = (accountId: string, bundle: BundleFlag, enabled: boolean, token = as) =>
  test.call(changeAccountBundle, { as: token, params: { accountId, bundle }, body: { enabled } })

type Account = Awaited<ReturnType<typeof buildAccount>>
const flagsOf = async ({ call, token }: Account) =>
  (await call(listBundles, { as: token })).body.settings
const eventsOf = async ({ ctx }: Account, action: string): Promise<number> => {
  const { rows } = await sql<{ count: string }>`select count(*) as count from audit_events
    where tenant_id = ${ctx.tenant.id} and action = ${action}`.execute(ctx.db)
  return Number(rows[0]?.count)
}

describe('a flag of an account', () => {
  it('is switched by its provider, above what was bought, and told in both logs', async () => {
    const account = await buildAccount(test, 'North')
    await grantEntitlement(account.ctx, { type: 'ISSUANCE', flags: { hasPrinterCounter: true } })
    const on = await set(account.id, 'hasFleetManagement', true)
    expect(on.body).toMatchObject({ hasFleetManagement: true, hasPrinterCounter: true })
    await set(account.id, 'hasPrinterCounter', false)
    expect(await flagsOf(account)).toMatchObject({
      hasFleetManagement: true,
      hasPrinterCounter: false,
    })
    expect(await eventsOf(account, 'BUNDLE_FLAG_CHANGED')).toBe(2)
    const { body } = await test.call(listAuditEvents, {
      as,
      body: { requestId: String(on.headers['x-request-id']) },
    })
    expect(body.results).toMatchObject([{ action: 'BUNDLE_FLAG_CHANGED', entityId: account.id }])
  })

  it('is switched by no other provider, and of no account but those below', {
    meta: { covers: ['S21'] },
  }, async () => {
    const account = await buildAccount(test, 'East')
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const params = { accountId: account.id, bundle: 'hasFleetManagement' }
    const call = { as: token, params, body: { enabled: true } }
    expect((await other.call(changeAccountBundle, call)).status).toBe(404)
    for (const accountId of [test.tenant.id, other.tenant.id, crypto.randomUUID()]) {
      expect((await set(accountId, 'hasFleetManagement', true)).status).toBe(404)
    }
    expect(await flagsOf(account)).toMatchObject({ hasFleetManagement: false })
    const own = await account.call(changeAccountBundle, { ...call, as: account.token })
    expect(own.status).toBe(403)
  })

  it('is switched by nobody who may only look at accounts', async () => {
    const account = await buildAccount(test, 'South')
    const permissions = everyPermission.filter(
      ([entity, action]) => entity !== 'TENANTS' || action === 'VIEW',
    )
    const { token } = await buildAdmin(test.ctx, { permissions })
    expect((await set(account.id, 'directTenant', true, token)).status).toBe(403)
  })
})

/** A direct tenant that waits for its first printer. */
const locked = async (): Promise<Account> => {
  const account = await buildAccount(test, 'Direct')
  const flags = { directTenant: true, directTenantLocked: true }
  await grantEntitlement(account.ctx, { type: 'ISSUANCE', flags })
  return account
}
const lookAt = async ({ ctx }: Account, printerId: string): Promise<void> => {
  const row = await findPrinter(ctx, printerId)
  if (row !== undefined) await look(ctx, row)
}
const isLocked = async ({ call, token }: Account): Promise<boolean> =>
  (await call(listBundles, { as: token })).text.includes('"directTenantLocked":true')
const lock = (account: Account) => set(account.id, 'directTenantLocked', true)

describe('a direct tenant', () => {
  it('is unlocked by the first printer that is ready, once', {
    meta: { covers: ['direct-tenant.ready'] },
  }, async () => {
    const account = await locked()
    expect(await isLocked(account)).toBe(true)
    const body = { name: 'First', kind: 'SIMULATED' }
    const made = await account.call(createPrinter, { as: account.token, body })
    expect(made.body).toMatchObject({ status: 'IDLE', ptpReady: true })
    expect(await isLocked(account)).toBe(false)
    await account.call(createPrinter, { as: account.token, body: { ...body, name: 'Second' } })
    expect(await eventsOf(account, 'DIRECT_TENANT_UNLOCKED')).toBe(1)
  })

  it('that is locked again waits for a printer that is ready, and parallel looks unlock it once', async () => {
    const account = await locked()
    const printers = [await buildQuickPrinter(account.ctx), await buildQuickPrinter(account.ctx)]
    await lock(account)
    for (const printerId of printers) await suffer(account.ctx, printerId, { fault: 'JAM' })
    for (const printerId of printers) await lookAt(account, printerId)
    expect(await isLocked(account)).toBe(true)
    for (const printerId of printers) await suffer(account.ctx, printerId, { fault: 'NONE' })
    await Promise.all([...printers, ...printers].map((printerId) => lookAt(account, printerId)))
    expect(await isLocked(account)).toBe(false)
    expect(await eventsOf(account, 'DIRECT_TENANT_UNLOCKED')).toBe(2)
  })

  it('that is none is not touched by its printers', async () => {
    const account = await buildAccount(test, 'West')
    await set(account.id, 'directTenantLocked', true)
    await lookAt(account, await buildQuickPrinter(account.ctx))
    expect(await isLocked(account)).toBe(true)
    expect(await eventsOf(account, 'DIRECT_TENANT_UNLOCKED')).toBe(0)
  })
})
