import {
  assignUserRole,
  createSiteRole,
  deleteSiteRole,
  removeUserRole,
  updateSiteRole,
} from '@signet/contract/identity/roles'
import { changeUserState, createUser } from '@signet/contract/identity/users'
import type { EntityType } from '@signet/rules/permissions'
import { holds } from '@signet/rules/roles'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BuiltUser,
  buildAdmin,
  buildGroup,
  buildUser,
  signInAs,
} from '../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../testing/test-app.ts'
import { rightsOf } from './index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const entities = ['USERS', 'ROLES', 'GRIDS', 'SETTINGS'] as const satisfies EntityType[]
const groups = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']
const all = { view: true, add: true, edit: true, remove: true }

const anyPermissions = fc.uniqueArray(
  fc.record({
    entityType: fc.constantFrom(...entities),
    view: fc.boolean(),
    add: fc.boolean(),
    edit: fc.boolean(),
    remove: fc.boolean(),
  }),
  { selector: ({ entityType }) => entityType, maxLength: 4 },
)
const anyScope = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ groupManagement: 'ALL', groupIds: groups.slice(0, 0) }) },
  {
    weight: 1,
    arbitrary: fc.subarray(groups).map((groupIds) => ({ groupManagement: 'SOME', groupIds })),
  },
)
const anyGrants = fc.record({ permissions: anyPermissions, scope: anyScope })
type Grants = { readonly permissions: readonly object[]; readonly scope: object }

const at = fc.nat(40)
const anyStep = fc.record({
  kind: fc.constantFrom(
    'create role',
    'update role',
    'delete role',
    'create user',
    'switch off',
    'assign',
    'remove',
  ),
  by: at,
  to: at,
  role: at,
  grants: anyGrants,
})

const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** A tenant, and an attacker with an accomplice in it who share one role. */
class World {
  readonly tenant: TestTenant
  readonly roles: string[] = []
  /** Everyone there is to act on. */
  readonly people: string[] = []
  /** Whom the attacker acts as, with their tokens. */
  readonly used = new Map<string, string>()

  constructor(tenant: TestTenant) {
    this.tenant = tenant
  }

  async use(person: BuiltUser): Promise<void> {
    this.people.push(person.id)
    this.used.set(person.id, await signInAs(this.tenant.ctx, person))
  }

  body({ permissions, scope }: Grants) {
    return { name: `role ${this.tenant.ctx.platform.ids.uuid()}`, permissions, ...scope }
  }

  async createRole(as: string, given: Grants): Promise<void> {
    const { body } = await this.tenant.call(createSiteRole, { as, body: this.body(given) })
    if (typeof body.id === 'string') this.roles.push(body.id)
  }

  async createUser(as: string): Promise<void> {
    const userId = `made-${this.people.length}`
    const { body } = await this.tenant.call(createUser, {
      as,
      body: { userId, groups: this.people.length % 2 === 0 ? groups : [] },
    })
    if (typeof body.id === 'string') await this.use({ id: body.id, userId })
  }

  async take({
    kind,
    by,
    to,
    role,
    grants,
  }: typeof anyStep extends fc.Arbitrary<infer S> ? S : never) {
    const as = pick([...this.used.values()], by)
    const roleid = pick(this.roles, role)
    const userid = pick(this.people, to)
    const { call } = this.tenant
    if (kind === 'create role') await this.createRole(as, grants)
    else if (kind === 'create user') await this.createUser(as)
    else if (kind === 'update role') {
      await call(updateSiteRole, { as, params: { id: roleid }, body: this.body(grants) })
    } else if (kind === 'delete role') await call(deleteSiteRole, { as, params: { id: roleid } })
    else if (kind === 'switch off') {
      await call(changeUserState, { as, params: { id: userid }, body: { state: 'INACTIVE' } })
    } else if (kind === 'assign') await call(assignUserRole, { as, params: { userid, roleid } })
    else await call(removeUserRole, { as, params: { userid, roleid } })
  }
}

const settings: Grants = {
  permissions: [{ entityType: 'SETTINGS', ...all }],
  scope: { groupManagement: 'ALL' },
}
const someGrids: Grants = {
  permissions: [{ entityType: 'GRIDS', ...all }],
  scope: { groupManagement: 'SOME', groupIds: groups.slice(0, 1) },
}

const startWorld = async (start: Grants): Promise<World> => {
  const world = new World(await test.otherTenant())
  const { ctx, call } = world.tenant
  const founder = await buildAdmin(ctx)
  for (const each of [start, settings, someGrids]) await world.createRole(founder.token, each)
  const give = async (person: BuiltUser, index: number) =>
    call(assignUserRole, {
      as: founder.token,
      params: { userid: person.id, roleid: pick(world.roles, index) },
    })
  const [attacker, accomplice, bystander] = [
    await buildUser(ctx),
    await buildUser(ctx),
    await buildUser(ctx),
  ]
  await give(attacker, 0)
  await give(accomplice, 0)
  await give(bystander, 1)
  await give(bystander, 2)
  await world.use(attacker)
  await world.use(accomplice)
  world.people.push(bystander.id, founder.id)
  for (const id of groups) await buildGroup(ctx, { id, members: [accomplice.id, bystander.id] })
  world.roles.push(founder.roleId)
  return world
}

describe('whatever somebody does with the calls about users and roles', () => {
  it('neither they nor anyone they act as ever holds more than they did', async () => {
    await fc.assert(
      fc.asyncProperty(anyGrants, fc.array(anyStep, { maxLength: 15 }), async (start, steps) => {
        const others = start.permissions.filter(({ entityType }) => entityType !== 'ROLES')
        const world = await startWorld({
          ...start,
          permissions: [...others, { entityType: 'ROLES', ...all }],
        })
        const { ctx } = world.tenant
        const before = await rightsOf(ctx, pick([...world.used.keys()], 0))
        for (const each of steps) await world.take(each)
        for (const id of world.used.keys()) {
          const after = await rightsOf(ctx, id)
          expect(holds(before, after), JSON.stringify({ before, after })).toBe(true)
        }
      }),
      { numRuns: 50, endOnFailure: true },
    )
  }, 180_000)
})
