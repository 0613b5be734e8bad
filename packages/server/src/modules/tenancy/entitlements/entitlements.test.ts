import { createUsers } from '@signet/contract/identity/user-batches'
import { createUser, deleteUser } from '@signet/contract/identity/users'
import { listBundles, listFeatures } from '@signet/contract/tenancy/bundles'
import { listActiveEntitlements, readEntitlementInfo } from '@signet/contract/tenancy/entitlements'
import { featureNames } from '@signet/rules/bundles'
import { entitlementDefaults } from '@signet/rules/tenants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { grantEntitlement } from './index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const day = 86_400_000
const inDays = (days: number): Date => new Date(test.platform.clock.now().getTime() + days * day)

interface Limited extends TestTenant {
  readonly as: string
  /** The users that count. */
  readonly used: () => Promise<unknown>
}

/** A tenant with one administrator and room for some more users. */
const limited = async (
  room: number,
  given: Partial<Parameters<typeof grantEntitlement>[1]> = {},
): Promise<Limited> => {
  const other = await test.otherTenant()
  const { token: as } = await buildAdmin(other.ctx)
  await grantEntitlement(other.ctx, { type: 'AUTHENTICATION', allotment: 1 + room, ...given })
  const used = async () => Object((await other.call(readEntitlementInfo, { as })).body.users)
  return { ...other, as, used }
}

/** Whether a statement waits for a lock that another holds. */
const waitsForTenant = (): Promise<boolean> =>
  test.testDatabase.asOwner(async (owner) => {
    const { rowCount } = await owner.query(
      `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount !== 0
  })

const create = ({ call, as }: Limited, userId: string) => call(createUser, { as, body: { userId } })

describe('a tenant that nobody limited', () => {
  it('has everything, and its users are counted when they are asked for', {
    meta: { covers: ['bundles.plan-root'] },
  }, async () => {
    const { ctx, call } = await test.otherTenant()
    const { token: as } = await buildAdmin(ctx)
    await buildUser(ctx)
    expect((await call(readEntitlementInfo, { as })).body).toEqual({
      unlimited: true,
      users: { consumed: 2, allotment: null, remaining: null },
      entitlements: [],
    })
    const features = featureNames.map((name) => ({ name, enabled: true, quantity: null }))
    const { body } = await call(listBundles, { as })
    expect(body).toMatchObject({ plan: 'PREMIUM', bundles: [{ type: 'PREMIUM', features }] })
    expect(JSON.parse((await call(listFeatures, { as })).text)).toEqual(features)
  })
})

describe('an allotment of users', () => {
  it('counts those who are there, and who come and go, in their transaction', async () => {
    const tenant = await limited(3)
    expect(await tenant.used()).toEqual({ consumed: 1, allotment: 4, remaining: 3 })
    const { body } = await create(tenant, 'one')
    await expect(
      tenant.ctx.transaction(async (ctx) => {
        await buildUser(ctx)
        throw new Error('given up')
      }),
    ).rejects.toThrow('given up')
    expect(await tenant.used()).toEqual({ consumed: 2, allotment: 4, remaining: 2 })
    await tenant.call(deleteUser, { as: tenant.as, params: { id: String(body.id) } })
    expect(await tenant.used()).toEqual({ consumed: 1, allotment: 4, remaining: 3 })
  })

  it('refuses the one user too many, and nothing of them stays', async () => {
    const tenant = await limited(1)
    expect((await create(tenant, 'fits')).status).toBe(200)
    const refused = await create(tenant, 'late')
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'entitlement_used_up'])
    expect(await tenant.used()).toEqual({ consumed: 2, allotment: 2, remaining: 0 })
  })

  it('says of each row of a batch whether there was room for it', async () => {
    const { call, as } = await limited(2)
    const users = ['one', 'two', 'three'].map((userId) => ({ userId }))
    const { body } = await call(createUsers, { as, body: { users } })
    expect(body.results).toMatchObject([
      { outcome: 'SUCCESS' },
      { outcome: 'SUCCESS' },
      { outcome: 'FAILURE', errorCode: 'entitlement_used_up' },
    ])
  })

  it('holds against many who come at once', async () => {
    const tenant = await limited(3)
    const names = Array.from({ length: 8 }, (_, at) => `at-once-${at}`)
    const answers = await Promise.all(names.map((name) => create(tenant, name)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 200),
      ...Array.from({ length: 5 }, () => 409),
    ])
    expect(await tenant.used()).toMatchObject({ consumed: 4, remaining: 0 })
  })

  it('counts everyone when it is given while users come', async () => {
    const { ctx, call } = await test.otherTenant()
    const { token: as } = await buildAdmin(ctx)
    await Promise.all([
      ...Array.from({ length: 4 }, () => buildUser(ctx)),
      grantEntitlement(ctx, { type: 'AUTHENTICATION', allotment: 100 }),
      ...Array.from({ length: 4 }, () => buildUser(ctx)),
    ])
    const { body } = await call(readEntitlementInfo, { as })
    expect(body).toMatchObject({ users: { consumed: 9 } })
  })

  // Needs two transactions at once, which the embedded database has not.
  if (process.env.SIGNET_TEST_DATABASE !== 'embedded') {
    it('waits for a user who is just coming, and counts them', async () => {
      const { ctx, call } = await test.otherTenant()
      const { token: as } = await buildAdmin(ctx)
      const [come, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const coming = ctx.transaction(async (ctx) => {
        await buildUser(ctx)
        come.resolve()
        await leave.promise
      })
      await come.promise
      let isGranted = false
      const granting = grantEntitlement(ctx, { type: 'AUTHENTICATION', allotment: 100 }).then(
        () => {
          isGranted = true
        },
      )
      await expect.poll(async () => isGranted || (await waitsForTenant())).toBe(true)
      leave.resolve()
      await Promise.all([coming, granting])
      const { body } = await call(readEntitlementInfo, { as })
      expect(body).toMatchObject({ users: { consumed: 2 } })
    })
  }

  it('goes on beyond itself where that was agreed, and keeps by how much', async () => {
    const tenant = await limited(0, { overage_type: 'ALLOWED' })
    expect((await create(tenant, 'beyond')).status).toBe(200)
    const { body } = await tenant.call(readEntitlementInfo, { as: tenant.as })
    expect(body.entitlements).toMatchObject([{ consumed: 2, remaining: 0, overage: 1 }])
  })

  it('is not counted again by rows that a backup brings back', async () => {
    const tenant = await limited(5)
    await test.testDatabase.asOwner((owner) =>
      owner.query(
        `insert into users (tenant_id, id, user_id, name_key, search_text, created_at, updated_at)
        values ($1, gen_random_uuid(), 'restored', 'restored', 'restored', now(), now())`,
        [tenant.tenant.id],
      ),
    )
    expect(await tenant.used()).toMatchObject({ consumed: 1 })
  })
})

describe('the entitlements of a tenant', () => {
  it('are refused to whoever may not see them, what they switch on is told to everyone', async () => {
    const { ctx, call } = await test.otherTenant()
    const { token: as } = await buildAdmin(ctx, { permissions: [['USERS', 'VIEW']] })
    const calls = [readEntitlementInfo, listActiveEntitlements, listBundles, listFeatures]
    const statuses = await Promise.all(
      calls.map(async (endpoint) => (await call(endpoint, { as })).status),
    )
    expect(statuses).toEqual([403, 403, 200, 200])
  })

  it('count users and refuse more of them unless something else was agreed', {
    meta: {
      covers: [
        'constant:entitlement.default-overage-type',
        'constant:entitlement.default-usage-type',
      ],
    },
  }, async () => {
    const end_date = inDays(10)
    const { call, as } = await limited(1, { bundle: 'PLUS', end_date })
    const [only] = JSON.parse((await call(listActiveEntitlements, { as })).text)
    expect(only).toMatchObject({
      ...entitlementDefaults,
      bundle: 'PLUS',
      contractMode: 'TRIAL',
      endDate: end_date.toISOString(),
      smsVoice: null,
    })
  })

  it('are active from their start to their end', async () => {
    const { call, as, ctx } = await limited(1, { end_date: inDays(-1) })
    await grantEntitlement(ctx, { type: 'ISSUANCE', allotment: 100, start_date: inDays(1) })
    expect((await call(listActiveEntitlements, { as })).text).toBe('[]')
    const { body } = await call(readEntitlementInfo, { as })
    expect(body.entitlements).toMatchObject([{ type: 'AUTHENTICATION' }, { type: 'ISSUANCE' }])
  })
})

describe('the bundles of a tenant', () => {
  it('give their features and flags together, and where the plan may move', {
    meta: { covers: ['bundles.features', 'bundles.plan-highest', 'bundles.upgrade'] },
  }, async () => {
    const tenant = await limited(1, {
      bundle: 'STANDARD',
      features: [
        { name: 'idpProxy', enabled: false, quantity: 1 },
        { name: 'authApi', enabled: true, quantity: null },
      ],
    })
    await grantEntitlement(tenant.ctx, {
      type: 'ISSUANCE',
      bundle: 'CONSUMER',
      features: [{ name: 'idpProxy', enabled: true, quantity: 2 }],
      flags: { hasFleetManagement: true },
    })
    await tenant.ctx.db
      .updateTable('tenants')
      .set({ parent_tenant_id: test.tenant.id, issuance_account: false })
      .where('tenant_id', '=', tenant.tenant.id)
      .execute()
    const { body } = await tenant.call(listBundles, { as: tenant.as })
    expect(body).toMatchObject({
      plan: 'STANDARD',
      moves: ['CONSUMER'],
      bundles: [{ type: 'STANDARD' }, { type: 'CONSUMER' }],
      settings: { hasFleetManagement: true, hasIssuance: false, directTenant: false },
      features: [
        { name: 'idpProxy', enabled: true, quantity: 3 },
        { name: 'authApi', enabled: true, quantity: null },
      ],
    })
  })
})
