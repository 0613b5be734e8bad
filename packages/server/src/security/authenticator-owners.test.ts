import { entityTypes, permissionActions } from '@signet/rules/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { allRoutes } from '../app/areas.ts'
import { modules } from '../app/modules.ts'
import type { Route } from '../kit/routes.ts'
import { idParamsOf } from './sweep/ids.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { rightInput } from './sweep/right-calls.ts'
import { createWorld, type World } from './sweep/world.ts'

/*
 * Guards: `expectAuthority` and `readOwner` at each call about another's authenticators, and
 * `freshlyProven` at each change of one's own.
 */

type Admin = Awaited<ReturnType<typeof buildAdmin>>

let world: World
let helper: Admin
let limited: Admin
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
  const permissions = entityTypes.flatMap((entity) =>
    permissionActions.map((action) => [entity, action] as const),
  )
  helper = await buildAdmin(world.ctx, { permissions })
  limited = await buildAdmin(world.ctx, { permissions })
  await world.ctx.db
    .updateTable('roles')
    .set({ group_management: 'SOME' })
    .where('id', '=', limited.roleId)
    .execute()
})
afterAll(() => world.test.close())

const label = ({ endpoint }: Route): string => `${endpoint.method} ${endpoint.path}`
const named = (routes: readonly Route[]) => routes.map((route) => [label(route), route] as const)

const ofOthers = (modules.authenticators ?? []).flatMap(({ routes = [] }) => routes).flat()

/** Everybody but these two holds all there is. */
const raiseEverybody = async (): Promise<void> => {
  const { db, tenant } = world.ctx
  await db
    .insertInto('user_roles')
    .columns(['tenant_id', 'user_id', 'role_id'])
    .expression((eb) =>
      eb
        .selectFrom('users as u')
        .innerJoin('roles as r', 'r.tenant_id', 'u.tenant_id')
        .select(['u.tenant_id', 'u.id', 'r.id as role_id'])
        .where('u.tenant_id', '=', tenant.id)
        .where('u.id', 'not in', [helper.id, limited.id])
        .where('r.built_in', '=', 'SUPER_ADMINISTRATOR'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

describe('an administrator who holds less than the owner of an authenticator', () => {
  // Tokens that are imported have no owner yet; what is the tenant's own has none.
  const changes = ofOthers.filter(
    ({ endpoint, name }) =>
      endpoint.errors.includes('rights_not_held') &&
      name !== 'importTokens' &&
      endpoint.needs?.[0] !== 'SETTINGS',
  )

  it('is refused at every change there is', () => {
    expect(changes.length).toBeGreaterThanOrEqual(14)
  })

  it.each(named(changes))(
    '%s refuses them',
    { meta: { covers: ['S22'], endpoints: 1 } },
    async (_label, route) => {
      const given = await rightInput(world, route)
      await raiseEverybody()
      const answer = await world.test.call(route.endpoint, { ...given, as: helper.token })
      expect([answer.status, answer.body.code]).toEqual([403, 'rights_not_held'])
    },
  )
})

describe('an administrator limited to groups', () => {
  // Lists and batches name nobody: what they show is limited in the module's own tests. Apps come
  // with a key of theirs, and what is the tenant's own belongs to no group.
  const naming = ofOthers.filter(
    ({ endpoint }) =>
      endpoint.actor === 'admin' &&
      endpoint.needs[0] !== 'SETTINGS' &&
      idParamsOf(endpoint).length > 0,
  )

  it.each(named(naming))(
    '%s finds nobody',
    { meta: { covers: ['S22'], endpoints: 1 } },
    async (_label, route) => {
      const given = await rightInput(world, route)
      const answer = await world.test.call(route.endpoint, { ...given, as: limited.token })
      expect([answer.status, String(answer.body.code)]).toEqual([
        404,
        expect.stringMatching(/not_found$/),
      ])
    },
  )
})

describe('a session in which nothing was proven for ten minutes', () => {
  // Coming back from an identity provider asks for one only where it links: upstream-sign-in.test.ts.
  const changes = allRoutes.filter(
    ({ name, endpoint }) =>
      endpoint.errors.includes('step_up_required') && name !== 'completeUpstreamSignIn',
  )

  const age = async (minutes: number, stepUpLeft: number): Promise<void> => {
    const at = (passed: number) => new Date(world.test.clock.now().getTime() + passed * 60_000)
    await world.ctx.db
      .updateTable('sessions')
      .set({ authenticated_at: at(-minutes), step_up_expires_at: at(stepUpLeft) })
      .execute()
  }

  it('is asked for a proof at every change of the own authenticators', () => {
    expect(changes.length).toBeGreaterThanOrEqual(10)
  })

  it.each(named(changes))(
    '%s asks for one, and takes one',
    { meta: { covers: ['S4'], endpoints: 1 } },
    async (_label, route) => {
      const given = await rightInput(world, route)
      await age(10.1, -0.1)
      const refused = await world.test.call(route.endpoint, given)
      expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required'])
      await age(10.1, 9.9)
      expect((await world.test.call(route.endpoint, given)).status).toBeLessThan(300)
    },
  )
})
