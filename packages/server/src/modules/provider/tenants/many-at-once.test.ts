import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  cancelTenantDeletion,
  deleteTenant,
  listTenantDeletions,
} from '@signet/contract/provider/tenant-deletions'
import { lockTenant, readTenant, unlockTenant } from '@signet/contract/provider/tenants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { buildTenantBelow, type TenantBelow } from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guards: `holdTenant` and `holdPending`, by which one request after another sees what is stored. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const build = () => buildTenantBelow(test, as)
const read = async ({ id }: TenantBelow) =>
  (await test.call(readTenant, { as, params: { id } })).body
const calls = ({ id }: TenantBelow) => {
  const given = { as, params: { id } }
  return {
    remove: () => test.call(deleteTenant, given),
    takeBack: () => test.call(cancelTenantDeletion, given),
    lock: () => test.call(lockTenant, given),
    unlock: () => test.call(unlockTenant, given),
  }
}

const fifty = 50

/** Fifty calls of each kind, mixed. Answers how often each status came. */
const atOnce = async (...kinds: readonly (() => Promise<{ status: number }>)[]) => {
  const answers = await Promise.all(
    Array.from({ length: fifty }, () => kinds.map((send) => send())).flat(),
  )
  return Object.groupBy(answers, ({ status }) => String(status))
}
const all = (count: number) => ({ 200: expect.objectContaining({ length: count }) })

/** How often each action is in the log of the tenant, and in that of the provider. */
const counts = async ({ id, ctx }: TenantBelow, actions: readonly string[]) => {
  const inTenant = await ctx.db
    .selectFrom('audit_events')
    .select('action')
    .where('tenant_id', '=', id)
    .where('action', 'in', actions)
    .execute()
  const above = await test.call(listAuditEvents, {
    as,
    body: { entityId: id, actions, limit: 100 },
  })
  const results: readonly { action: string }[] = JSON.parse(above.text).results
  const countOf = (rows: readonly { action: string }[]) =>
    actions.map((action) => rows.filter((row) => row.action === action).length)
  return { inTenant: countOf(inTenant), above: countOf(results) }
}

/** All deletions of a tenant, by state. */
const deletionsOf = async ({ id }: TenantBelow): Promise<readonly string[]> => {
  const { text } = await test.call(listTenantDeletions, { as, body: { limit: 100 } })
  const results: readonly { tenantId: string; state: string }[] = JSON.parse(text).results
  return results.filter(({ tenantId }) => tenantId === id).map(({ state }) => state)
}

describe('fifty calls at once', () => {
  const deletionActions = ['TENANT_DELETION_REQUESTED', 'TENANT_DELETION_CANCELED']
  const lockActions = ['TENANT_LOCKED', 'TENANT_UNLOCKED']

  it('that delete a tenant are one deletion, and fifty that take it back end it once', async () => {
    const tenant = await build()
    const { remove, takeBack } = calls(tenant)
    expect(await atOnce(remove)).toEqual(all(fifty))
    expect(await deletionsOf(tenant)).toEqual(['PENDING'])
    expect(await counts(tenant, deletionActions)).toEqual({ inTenant: [1, 0], above: [1, 0] })
    expect(await atOnce(takeBack)).toEqual(all(fifty))
    expect(await deletionsOf(tenant)).toEqual(['CANCELED'])
    expect(await counts(tenant, deletionActions)).toEqual({ inTenant: [1, 1], above: [1, 1] })
    expect(await read(tenant)).toMatchObject({ locked: false, deletion: null })
  })

  it('of each, mixed, leave a tenant deleted or not, and every change in both logs', async () => {
    const tenant = await build()
    const { remove, takeBack } = calls(tenant)
    expect(await atOnce(remove, takeBack)).toEqual(all(2 * fifty))
    const { locked, deletion } = await read(tenant)
    const isPending = deletion !== null
    expect(locked).toBe(isPending)
    const states = await deletionsOf(tenant)
    expect(states.filter((state) => state === 'PENDING')).toHaveLength(isPending ? 1 : 0)
    const canceled = states.filter((state) => state === 'CANCELED').length
    const noted = [states.length, canceled]
    expect(await counts(tenant, deletionActions)).toEqual({ inTenant: noted, above: noted })
  })

  it('that lock and unlock a tenant, mixed, alternate in both logs', async () => {
    const tenant = await build()
    const { lock, unlock } = calls(tenant)
    expect(await atOnce(lock)).toEqual(all(fifty))
    expect(await counts(tenant, lockActions)).toEqual({ inTenant: [1, 0], above: [1, 0] })
    expect(await atOnce(lock, unlock)).toEqual(all(2 * fifty))
    const { locked } = await read(tenant)
    const { inTenant, above } = await counts(tenant, lockActions)
    expect(above).toEqual(inTenant)
    const [locks = 0, unlocks = 0] = inTenant
    expect(locks - unlocks).toBe(locked === true ? 1 : 0)
    await unlock()
    expect(await read(tenant)).toMatchObject({ locked: false, deletion: null })
  })

  it('that lock, unlock and delete it leave it locked and going to be erased', async () => {
    const tenant = await build()
    const { lock, unlock, remove } = calls(tenant)
    const { 200: done = [], 409: refused = [] } = await atOnce(lock, unlock, remove)
    expect(done.length + refused.length).toBe(3 * fifty)
    expect(await read(tenant)).toMatchObject({
      locked: true,
      deletion: { id: expect.any(String) },
    })
    expect(await deletionsOf(tenant)).toEqual(['PENDING'])
  })
})
