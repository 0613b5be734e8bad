import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser, everyPermission } from '../../testing/builders.ts'
import type { Route } from '../kit/routes.ts'
import { digestOf } from './sweep/database-state.ts'
import { otherChanges } from './sweep/limited.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { rightInput } from './sweep/right-calls.ts'
import { named } from './sweep/shapes.ts'
import { inBatches, testUnchanged } from './sweep/unchanged.ts'
import { createWorld, type Given, type World } from './sweep/world.ts'

/*
 * Guards: the groups, owners and authority that services ask for where a permission alone does not
 * say whose the object is: `ownerInSight`, `expectGroups`, `expectAllGroups`, `rightsOfForm`.
 * The other changes are tried in `group-scope.test.ts`.
 */

let world: World
let as: string
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
  const member = await buildUser(world.ctx)
  const { id } = await buildGroup(world.ctx, { members: [member.id] })
  as = (await buildAdmin(world.ctx, { permissions: everyPermission, groupIds: [id] })).token
})
afterAll(() => world.test.close())

/** Calls that an administrator limited to groups may make as well: what they make is their own. */
const ownWork: ReadonlyMap<string, string> = new Map([
  ['createGrids', 'unassigned cards for the own groups'],
  ['createListExport', 'of the people in sight'],
  ['createReport', 'of the people in sight'],
  ['registerVoiceAssistant', 'the own assistant'],
  ['reserveSequence', 'a number for an enrollment to be added, of a design for all groups'],
  ['sendSupportRequest', 'an email in the own name'],
])

const isOwnWork = ({ name }: Route): boolean => ownWork.has(name) || name.startsWith('initialise')

/** A call itself writes to these; attempts are counted alike for users who are in sight or not. */
const ownTables = [
  'sessions',
  'audit_events',
  'audit_details',
  'audit_chain',
  'attempt_budgets',
  'sign_in_attempts',
]

let inputs = new Map<Route, Given>()
const ask = (route: Route) => world.test.call(route.endpoint, { ...inputs.get(route), as })

const tries = {
  look: () => digestOf(world.test.testDatabase, world.ctx.tenant.id, ownTables),
  prepare: async (routes: readonly Route[]) => {
    inputs = new Map()
    for (const route of routes) inputs.set(route, await rightInput(world, route))
  },
  call: ask,
}

const refused = otherChanges.filter((route) => !isOwnWork(route))

describe('the changes of an administrator limited to a group', () => {
  it('that are theirs to make are known', () => {
    const names = new Set(otherChanges.map(({ name }) => name))
    expect([...ownWork.keys()].filter((name) => !names.has(name))).toEqual([])
    expect(refused.length).toBeGreaterThan(200)
  })

  describe.each(inBatches(refused))('batch %i', (_at, batch) => {
    // One call that finds no object in sight may succeed all the same: only the rows tell.
    it.each(named(batch))(
      '%s neither fails nor changes what is of others',
      { meta: { covers: ['S22'], endpoints: 1 } },
      async (_name, route) => {
        const { status } = await ask(route)
        expect(status).toBeLessThan(500)
      },
    )
    testUnchanged(batch, tries)
  })
})
