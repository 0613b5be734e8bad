import { listBundles, listFeatures } from '@signet/contract/tenancy/bundles'
import { readEntitlementInfo } from '@signet/contract/tenancy/entitlements'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, goodPassword } from '../../../../testing/access/people.ts'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { Context } from '../../../kit/context.ts'
import { toApiError } from '../../../kit/errors.ts'
import { givenEntitlements, grantEntitlement, issuanceCredits, takeSmsVoice } from './index.ts'

/*
 * Guards: the trigger `count_users`, the row that `findLimit` holds, the conditions of `takeSmsVoice`, and
 * `removed_entitlements`.
 */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const day = 86_400_000
const inDays = (days: number): Date => new Date(test.platform.clock.now().getTime() + days * day)
const fifty = Array.from({ length: 50 }, (_, at) => at)

/** Whether each came, or the code that it was refused with. */
const outcomesOf = async (works: readonly Promise<unknown>[]): Promise<readonly string[]> =>
  (await Promise.allSettled(works)).map((each) =>
    each.status === 'fulfilled' ? 'came' : toApiError(each.reason).code,
  )
const tally = (outcomes: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, (each) => each)].map(([key, { length }]) => [key, length]),
  )

const refusalOf = async (work: Promise<unknown>): Promise<string> =>
  (await outcomesOf([work]))[0] ?? ''

/** A tenant that has an administrator and a user with a password. */
const withPerson = async () => {
  const other = await test.otherTenant()
  const { token: as } = await buildAdmin(other.ctx)
  const person = await buildPerson(other.ctx)
  const signsIn = async (): Promise<boolean> => {
    const browser = browserOf(other.call)
    await browser.query(person.userId)
    const { body } = await browser.prove('PASSWORD', goodPassword)
    return body.authenticationCompleted === true
  }
  return { ...other, signsIn, as }
}

const usersOf = async ({ ctx }: { readonly ctx: Context }): Promise<number> =>
  (await ctx.db.selectFrom('users').select('id').where('tenant_id', '=', ctx.tenant.id).execute())
    .length

describe('the last that was bought', () => {
  it('of users goes to one of fifty who come at once', async () => {
    const tenant = await test.otherTenant()
    const { token: as } = await buildAdmin(tenant.ctx)
    await grantEntitlement(tenant.ctx, { type: 'AUTHENTICATION', allotment: 2 })
    const outcomes = await outcomesOf(fifty.map(() => buildUser(tenant.ctx)))
    expect(tally(outcomes)).toEqual({ came: 1, entitlement_used_up: 49 })
    expect(await usersOf(tenant)).toBe(2)
    const { body } = await tenant.call(readEntitlementInfo, { as })
    expect(body.users).toEqual({ consumed: 2, allotment: 2, remaining: 0 })
  })

  it('of messages goes to one of fifty that are sent at once', async () => {
    const { ctx } = await test.otherTenant()
    await grantEntitlement(ctx, { type: 'AUTHENTICATION', sms_voice_allotment: 1 })
    const taken = await Promise.all(fifty.map(() => takeSmsVoice(ctx)))
    expect(taken.filter((one) => one)).toHaveLength(1)
  })

  it('of credentials goes to one of fifty that are issued at once, and lots share what is left', async () => {
    const { ctx } = await test.otherTenant()
    await grantEntitlement(ctx, { type: 'ISSUANCE', allotment: 1 })
    const taken = await Promise.all(fifty.map(() => issuanceCredits.take(ctx, 1)))
    expect(taken.toSorted()).toEqual([...fifty.slice(1).map(() => 0), 1])
    await givenEntitlements.set(ctx, 'ISSUANCE', { allotment: 31 })
    const lots = await Promise.all(Array.from({ length: 9 }, () => issuanceCredits.take(ctx, 7)))
    expect(lots.toSorted()).toEqual([0, 0, 0, 0, 2, 7, 7, 7, 7])
    expect(await issuanceCredits.read(ctx)).toEqual({ credits: 0, expiry: null })
  })
})

describe('an allotment below the use', () => {
  it('deletes nothing, refuses who comes, and lets sign in who is there', async () => {
    const { ctx, signsIn } = await withPerson()
    await buildUser(ctx)
    await grantEntitlement(ctx, { type: 'AUTHENTICATION', allotment: 5 })
    await givenEntitlements.set(ctx, 'AUTHENTICATION', { allotment: 0 })
    expect(await refusalOf(buildUser(ctx))).toBe('entitlement_used_up')
    expect(await usersOf({ ctx })).toBe(3)
    expect(await signsIn()).toBe(true)
  })
})

describe('a contract that is over', () => {
  it('adds no users and issues nothing; who is there signs in, by messages too', async () => {
    const { ctx, signsIn } = await withPerson()
    const end_date = inDays(-1)
    await grantEntitlement(ctx, {
      type: 'AUTHENTICATION',
      allotment: 5,
      sms_voice_allotment: 5,
      end_date,
    })
    await grantEntitlement(ctx, { type: 'ISSUANCE', allotment: 5, end_date })
    expect(await refusalOf(buildUser(ctx))).toBe('entitlement_ended')
    expect(await issuanceCredits.take(ctx, 1)).toBe(0)
    expect(await takeSmsVoice(ctx)).toBe(true)
    expect(await signsIn()).toBe(true)
  })

  it('adds no users where more than the allotment was agreed either, and adds them once renewed', async () => {
    const { ctx } = await withPerson()
    const over = { end_date: inDays(-1), overage_type: 'ALLOWED' } as const
    await grantEntitlement(ctx, { type: 'AUTHENTICATION', allotment: 0, ...over })
    expect(await refusalOf(buildUser(ctx))).toBe('entitlement_ended')
    await givenEntitlements.set(ctx, 'AUTHENTICATION', { end_date: inDays(1) })
    expect(await refusalOf(buildUser(ctx))).toBe('came')
  })
})

describe('an entitlement that was removed', () => {
  it('leaves nothing unlimited: no users, messages, credentials, features', async () => {
    const { ctx, call, as, signsIn } = await withPerson()
    const features = [{ name: 'authApi', enabled: true, quantity: null }]
    const bought = { allotment: 50, sms_voice_allotment: 50, features }
    await grantEntitlement(ctx, { type: 'AUTHENTICATION', ...bought })
    await grantEntitlement(ctx, { type: 'ISSUANCE', allotment: 50 })
    await givenEntitlements.remove(ctx, 'AUTHENTICATION')
    expect(await refusalOf(buildUser(ctx))).toBe('entitlement_ended')
    expect(await issuanceCredits.take(ctx, 3)).toBe(3)
    await givenEntitlements.remove(ctx, 'ISSUANCE')
    expect(await issuanceCredits.take(ctx, 1)).toBe(0)
    expect(await issuanceCredits.read(ctx)).toEqual({ credits: 0, expiry: null })
    expect(await takeSmsVoice(ctx)).toBe(false)
    const { body } = await call(readEntitlementInfo, { as })
    expect(body).toEqual({
      unlimited: false,
      users: { consumed: 2, allotment: 0, remaining: 0 },
      entitlements: [],
    })
    expect((await call(listFeatures, { as })).text).toBe('[]')
    expect(await signsIn()).toBe(true)
  })

  it('is granted again with any bundle, and counts who is there', async () => {
    const { ctx, call, as } = await withPerson()
    await grantEntitlement(ctx, { type: 'AUTHENTICATION', allotment: 9, bundle: 'CONSUMER' })
    await givenEntitlements.remove(ctx, 'AUTHENTICATION')
    await givenEntitlements.set(ctx, 'AUTHENTICATION', { allotment: 3, bundle: 'PREMIUM' })
    expect(await refusalOf(buildUser(ctx))).toBe('came')
    expect(await refusalOf(buildUser(ctx))).toBe('entitlement_used_up')
    const { body } = await call(listBundles, { as })
    expect(body.bundles).toMatchObject([{ type: 'PREMIUM' }])
  })

  it('lets no user come while it is being removed', async () => {
    const { ctx } = await withPerson()
    await grantEntitlement(ctx, { type: 'AUTHENTICATION', allotment: 99 })
    const outcomes = await outcomesOf([
      ...fifty.slice(0, 9).map(() => buildUser(ctx)),
      givenEntitlements.remove(ctx, 'AUTHENTICATION'),
      ...fifty.slice(0, 9).map(() => buildUser(ctx)),
    ])
    const others = outcomes.filter((each) => !['came', 'entitlement_ended'].includes(each))
    expect(others).toEqual([])
    const came = outcomes.filter((each) => each === 'came').length
    // The removal came, too; two were there.
    expect(await usersOf({ ctx })).toBe(came - 1 + 2)
    expect(await refusalOf(buildUser(ctx))).toBe('entitlement_ended')
  })
})

// The clock moves: what comes after this has no sessions.
describe('a contract that ends within a request', () => {
  it('refuses by the time of the user, not by that of the transaction', async () => {
    const { ctx } = await withPerson()
    await grantEntitlement(ctx, {
      type: 'AUTHENTICATION',
      allotment: 9,
      end_date: inDays(1),
    })
    const coming = ctx.transaction(async (ctx) => {
      await buildUser(ctx)
      test.clock.advance(3 * day)
      await buildUser(ctx)
    })
    expect(await refusalOf(coming)).toBe('entitlement_ended')
    expect(await usersOf({ ctx })).toBe(2)
  })
})
