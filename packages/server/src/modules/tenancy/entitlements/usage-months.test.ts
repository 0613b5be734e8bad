import { deleteUser } from '@signet/contract/identity/users'
import { listUsageMonths } from '@signet/contract/tenancy/entitlements'
import { monthsBetween } from '@signet/rules/usage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser, everyPermission } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import {
  givenEntitlements,
  grantEntitlement,
  issuanceCredits,
  listUsageMonths as read,
  takeSmsVoice,
} from './index.ts'

// Guards: the trigger `keep_entitlement_month`, and what `filled` carries on.

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const day = 86_400_000
const thisMonth = (): string => test.platform.clock.now().toISOString().slice(0, 7)

describe('the use of entitlements by month', () => {
  it('is the most users at one time, how many came and went, and what was sent and issued', async () => {
    const { ctx, call } = await test.otherTenant()
    const { token: as } = await buildAdmin(ctx)
    const bought = { allotment: 10, sms_voice_allotment: 5 }
    await grantEntitlement(ctx, { type: 'AUTHENTICATION', ...bought })
    await grantEntitlement(ctx, { type: 'ISSUANCE', allotment: 9 })
    const [one] = [await buildUser(ctx), await buildUser(ctx)]
    await call(deleteUser, { as, params: { id: one.id } })
    await takeSmsVoice(ctx)
    await takeSmsVoice(ctx)
    await issuanceCredits.take(ctx, 4)
    await issuanceCredits.giveBack(ctx, 1)
    const month = thisMonth()
    expect(JSON.parse((await call(listUsageMonths, { as })).text)).toEqual([
      { type: 'AUTHENTICATION', months: [{ month, highest: 3, used: 1, smsVoice: 2 }] },
      { type: 'ISSUANCE', months: [{ month, highest: 4, used: 3, smsVoice: 0 }] },
    ])
  })

  it('is not written by what was refused or given up', async () => {
    const { ctx } = await test.otherTenant()
    await grantEntitlement(ctx, { type: 'AUTHENTICATION', allotment: 1 })
    await buildUser(ctx)
    await expect(buildUser(ctx)).rejects.toThrow('the allotment of users is used up')
    expect(await read(ctx)).toMatchObject([{ months: [{ highest: 1, used: 1 }] }])
  })

  it('is for those who see entitlements', async () => {
    const { ctx, call } = await test.otherTenant()
    const permissions = everyPermission.filter(([entity]) => entity !== 'ENTITLEMENTS')
    const { token: as } = await buildAdmin(ctx, { permissions })
    expect((await call(listUsageMonths, { as })).status).toBe(403)
  })

  it('continues in months in which nothing changed, and ends with its entitlement', async () => {
    const { ctx } = await test.otherTenant()
    await grantEntitlement(ctx, { type: 'AUTHENTICATION', allotment: 9 })
    await buildUser(ctx)
    await buildUser(ctx)
    const first = thisMonth()
    test.clock.advance(70 * day)
    const between = monthsBetween(first, thisMonth()).slice(1)
    expect(await read(ctx)).toEqual([
      {
        type: 'AUTHENTICATION',
        months: [
          { month: first, highest: 2, used: 2, smsVoice: 0 },
          ...between.map((month) => ({ month, highest: 2, used: 0, smsVoice: 0 })),
        ],
      },
    ])
    await buildUser(ctx)
    await givenEntitlements.remove(ctx, 'AUTHENTICATION')
    const last = thisMonth()
    test.clock.advance(70 * day)
    const [{ months = [] } = {}] = await read(ctx)
    expect(months.at(-1)).toEqual({ month: last, highest: 3, used: 1, smsVoice: 0 })
  })

  it('is kept for thirteen months in sight', async () => {
    const { ctx } = await test.otherTenant()
    await grantEntitlement(ctx, { type: 'ISSUANCE', allotment: 9 })
    test.clock.advance(800 * day)
    const [{ months = [] } = {}] = await read(ctx)
    expect(months).toHaveLength(13)
    expect(months.at(-1)?.month).toBe(thisMonth())
  })
})
