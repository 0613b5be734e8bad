import { createOauthRole } from '@signet/contract/applications/oauth-roles'
import { assignUserRole, createSiteRole } from '@signet/contract/identity/roles'
import { may } from '@signet/rules/permissions'
import { holds, type Rights } from '@signet/rules/roles'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser, signInAs } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  anyGrants,
  anyMove,
  anyStep,
  type Grants,
  groups,
  mover,
  type Step,
} from './closure/steps.ts'
import { idIn, pick, type Standing, World } from './closure/world.ts'

/*
 * Guards: `expectHeld` where a role is made, and where it is changed, with the rights of all who
 * have it; `expectHeldAround` where it is given; `expectAuthorityOver` where a person is changed;
 * `seenGroups` where a call or a file names groups; `expectEffectHeld` for what identity providers
 * do later.
 */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
})
afterAll(() => test.close())

/** What no administrator has, so that nobody may widen it. */
const grids: Grants = {
  permissions: [{ entityType: 'GRIDS', view: true, add: false, edit: false, remove: false }],
  scope: { groupManagement: 'ALL', groupIds: [] },
}

/**
 * An administrator for each role, who is in both groups, and a holder of that role who may look at
 * grids, too; somebody in one group each and in none; a founder who holds everything.
 */
const startWorld = async (starts: readonly Grants[]) => {
  const world = new World(test.platform, await test.otherTenant())
  const { ctx, call } = world.tenant
  const founder = await buildAdmin(ctx)
  const as = founder.token
  const made = async (each: Grants) => {
    const [roleid = ''] = idIn(await call(createSiteRole, { as, body: world.role(each) }))
    world.roles.push(roleid)
    return roleid
  }
  const give = (userid: string, roleid: string) =>
    call(assignUserRole, { as, params: { userid, roleid } })
  const [first, second] = [await buildUser(ctx), await buildUser(ctx)]
  const admins = await Promise.all(starts.map(() => buildUser(ctx)))
  const holders = await Promise.all(starts.map(() => buildUser(ctx)))
  for (const [index, id] of groups.entries()) {
    const one = index === 0 ? first : second
    await buildGroup(ctx, { id, members: [...admins, ...holders, one].map((each) => each.id) })
  }
  const toLook = await made(grids)
  for (const [index, each] of starts.entries()) {
    const roleid = await made(each)
    const [admin, holder] = [pick(admins, index), pick(holders, index)]
    await give(admin.id, roleid)
    await give(holder.id, roleid)
    await give(holder.id, toLook)
    world.tokens.push(await signInAs(ctx, admin))
  }
  world.people.push(...admins, ...holders, first, second, await buildUser(ctx), founder)
  world.roles.push(founder.roleId)
  const told = await call(createOauthRole, { as, body: { name: world.name } })
  world.oauthRoles.push(...idIn(told))
  return { world, founder: founder.id }
}

type Reach = ReadonlyMap<string, ReadonlySet<string>>

const seesAny = ({ groupScope }: Rights, among: ReadonlySet<string>): boolean =>
  groupScope === 'ALL' || groupScope.some((id) => among.has(id))

/** The groups that each could be put into by anybody who may change those whom they see. */
const reachOf = (held: readonly Rights[], before: ReadonlyMap<string, Standing>): Reach => {
  const editors = held.filter(({ permissions }) => may(permissions, ['USERS', 'EDIT']))
  return new Map(
    [...before].map(([id, standing]) => {
      const reached = new Set(standing.groups)
      // Each round lets every editor act once: as many rounds as editors reach the end.
      for (const _ of editors) {
        for (const editor of editors.filter((each) => seesAny(each, reached))) {
          for (const group of editor.groupScope === 'ALL' ? groups : editor.groupScope) {
            reached.add(group)
          }
        }
      }
      return [id, reached]
    }),
  )
}

const run = async (starts: readonly Grants[], steps: readonly Step[]): Promise<void> => {
  const { world, founder } = await startWorld(starts)
  const rights = new Map([...(await world.rightsOfAll()), ...(await world.rightsOfRoles())])
  const before = await world.standing()
  const held = world.people.slice(0, starts.length).flatMap(({ id }) => rights.get(id) ?? [])
  const reach = reachOf(held, before)
  for (const each of steps) await world.take(each)
  await world.work()

  const now = [...(await world.rightsOfAll()), ...(await world.rightsOfRoles())]
  for (const [id, after] of now) {
    const first = rights.get(id)
    const within = held.some((each) => holds(each, after))
    const kept = first !== undefined && holds(first, after)
    expect(within || kept, JSON.stringify({ held, id, after })).toBe(true)
  }
  for (const { createsUsers, groupMappings } of await world.providers()) {
    const configured = held.some(
      ({ groupScope, permissions }) =>
        groupScope === 'ALL' &&
        may(permissions, ['IDENTITYPROVIDERS', 'ADD']) &&
        (!createsUsers || may(permissions, ['USERS', 'ADD'])) &&
        (groupMappings.length === 0 || may(permissions, ['USERS', 'EDIT'])),
    )
    expect(configured, JSON.stringify({ held, createsUsers, groupMappings })).toBe(true)
  }
  const after = await world.standing()
  expect(after.get(founder)).toEqual(before.get(founder))
  for (const [id, { groups: first, oauthRoles }] of before) {
    const everywhere = held.some(
      (each) => each.groupScope === 'ALL' && may(each.permissions, ['USERS', 'EDIT']),
    )
    const reached = reach.get(id) ?? new Set(first)
    const last = after.get(id)
    if (!everywhere) {
      expect(last?.groups.filter((group) => !reached.has(group))).toEqual([])
    }
    const mayGive = held.some(
      (each) => may(each.permissions, ['OAUTHROLES', 'EDIT']) && seesAny(each, reached),
    )
    if (!mayGive) expect(last?.oauthRoles).toEqual(oauthRoles)
  }
}

it('administrators of any roles, together, give nobody what none of them held', {
  meta: { covers: ['S22'] },
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyGrants, { minLength: 2, maxLength: 3 }),
      fc.array(anyStep, { minLength: 8, maxLength: 30 }),
      run,
    ),
    { numRuns: 20, endOnFailure: true },
  )
})

it('those limited to a group put nobody into another, by hand or by file', {
  meta: { covers: ['S22'] },
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { minLength: 15, maxLength: 30 }), (steps) =>
      run([mover, mover], steps),
    ),
    { numRuns: 6, endOnFailure: true },
  )
})
