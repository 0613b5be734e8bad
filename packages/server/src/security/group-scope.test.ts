import { listUsers } from '@signet/contract/identity/user-lists'
import { readUser } from '@signet/contract/identity/users'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { countUsers, listFailedAuthentications } from '@signet/contract/operations/reports'
import { readPasswordSettings } from '@signet/contract/settings/password'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser, everyPermission } from '../../testing/builders.ts'
import { audit } from '../kit/audit.ts'
import type { Route } from '../kit/routes.ts'
import { digestOf } from './sweep/database-state.ts'
import { ofEach, ofPeople, ofTheWhole } from './sweep/limited.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { rightInput } from './sweep/right-calls.ts'
import { named } from './sweep/shapes.ts'
import { inBatches, testUnchanged } from './sweep/unchanged.ts'
import { createWorld, type Given, type World } from './sweep/world.ts'

/*
 * Guards: `seesMemberOf` and `inSight` wherever a call names a person; `expectGroups` where one is
 * put into a group; `rightsOfRole` for what is in no group. Everybody whom the sweep makes is in no group of this administrator's.
 */

type Admin = Awaited<ReturnType<typeof buildAdmin>>

let world: World
let limited: Admin
let groupId: string
let member: Awaited<ReturnType<typeof buildUser>>
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
  member = await buildUser(world.ctx)
  groupId = (await buildGroup(world.ctx, { members: [member.id] })).id
  limited = await buildAdmin(world.ctx, { permissions: everyPermission, groupIds: [groupId] })
})
afterAll(() => world.test.close())

/** Lists that are of a person when the query names one. */
const byQuery = async ({ name }: Route) =>
  name === 'listOauthRoles' ? { query: { userId: (await buildUser(world.ctx)).id } } : {}

/** Tables that a call itself writes to: its session is seen, its denial is noted. */
const ownTables = ['sessions', 'audit_events', 'audit_details', 'audit_chain']

/** The right calls of the routes of a batch. */
let inputs = new Map<Route, Given>()

const ask = (route: Route) =>
  world.test.call(route.endpoint, { ...inputs.get(route), as: limited.token })

/** Tries each route as the limited administrator, and that none of them changes anything. */
const tries = {
  look: () => digestOf(world.test.testDatabase, world.ctx.tenant.id, ownTables),
  prepare: async (routes: readonly Route[]) => {
    inputs = new Map()
    for (const route of routes) {
      inputs.set(route, { ...(await rightInput(world, route)), ...(await byQuery(route)) })
    }
  },
  call: ask,
}

describe('the calls of an administrator limited to a group', () => {
  it('are tried about every person and about the whole tenant', () => {
    expect(ofPeople.length).toBeGreaterThan(40)
    expect(ofTheWhole.length).toBeGreaterThan(220)
  })

  describe.each(inBatches(ofPeople))('about a person, batch %i', (_at, batch) => {
    it.each(named(batch))(
      '%s finds nobody outside',
      { meta: { covers: ['S22'], endpoints: 1 } },
      async (_name, route) => {
        const answer = await ask(route)
        expect([answer.status, String(answer.body.code)]).toEqual([
          404,
          expect.stringMatching(/not_found$/),
        ])
      },
    )
    testUnchanged(batch, tries)
  })

  describe('about many', () => {
    it.each(named(ofEach))(
      '%s fails for each outsider',
      { meta: { covers: ['S22'], endpoints: 1 } },
      async (_name, route) => {
        const { body } = await ask(route)
        expect(body.results).toMatchObject([{ outcome: 'FAILURE', errorCode: 'user_not_found' }])
      },
    )
    testUnchanged(ofEach, tries)
  })

  describe.each(inBatches(ofTheWhole))('about the whole tenant, batch %i', (_at, batch) => {
    it.each(named(batch))(
      '%s is not theirs to make',
      { meta: { covers: ['S22'], endpoints: 1 } },
      async (_name, route) => {
        const answer = await ask(route)
        expect([answer.status, answer.body.errorCode]).toEqual([403, 'access_denied'])
      },
    )
    testUnchanged(batch, tries)
  })
})

describe('an administrator limited to a group', () => {
  it('looks at the settings all the same', async () => {
    const read = await world.test.call(readPasswordSettings, { as: limited.token })
    expect(read.status).toBe(200)
  })

  it.each([
    {},
    { search: 'test' },
    { search: 'te' },
    { sortBy: 'userId' },
    { sortBy: 'created', descending: true },
    { state: 'ACTIVE' },
    { locked: false },
  ])('lists nobody outside: %j', async (body) => {
    const { body: page } = await world.test.call(listUsers, { as: limited.token, body })
    expect(page.results).toMatchObject([{ id: member.id }])
    expect(page.paging).toMatchObject({ total: 1 })
  })

  it('lists nobody of another group, asked for by its id', async () => {
    const other = await buildGroup(world.ctx, { members: [member.id] })
    const body = { groupId: other.id }
    const page = await world.test.call(listUsers, { as: limited.token, body })
    expect(page.body.results).toEqual([])
  })

  it('reads the audit log of its people only', { meta: { covers: ['S22'] } }, async () => {
    const outsider = await buildUser(world.ctx)
    await world.ctx.transaction(async (ctx) => {
      for (const { id, userId } of [member, outsider]) {
        const subject = { entity: 'USERS', id, name: userId }
        audit(ctx, 'AUTHENTICATION', { subject, outcome: 'FAILURE' })
      }
      audit(ctx, 'AUTHENTICATION', {
        subject: { entity: 'USERS', id: '', name: outsider.userId },
        outcome: 'FAILURE',
      })
    })
    const events = await world.test.call(listAuditEvents, { as: limited.token, body: {} })
    expect(events.text).toContain(member.userId)
    expect(events.text).not.toContain(outsider.userId)
    const range = { from: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' }
    const now = world.test.clock.now().getTime()
    const day = {
      from: new Date(now - 3_600_000).toISOString(),
      until: new Date(now + 3_600_000).toISOString(),
    }
    const failed = await world.test.call(listFailedAuthentications, {
      as: limited.token,
      body: day,
    })
    expect(failed.text).not.toContain(outsider.userId)
    expect(failed.text).toContain(member.userId)
    const counts = await world.test.call(countUsers, { as: limited.token, body: range })
    expect(counts.body).toMatchObject({ total: 1 })
  })

  it('loses sight with the next request of who leaves the group', {
    meta: { covers: ['S22'] },
  }, async () => {
    const person = await buildUser(world.ctx)
    const params = { id: person.id }
    const read = () => world.test.call(readUser, { as: limited.token, params })
    expect((await read()).status).toBe(404)
    await world.ctx.db
      .insertInto('user_groups')
      .values({
        tenant_id: world.ctx.tenant.id,
        user_id: person.id,
        group_id: groupId,
        name_key: person.userId,
      })
      .execute()
    expect((await read()).status).toBe(200)
    await world.ctx.db.deleteFrom('user_groups').where('user_id', '=', person.id).execute()
    expect((await read()).status).toBe(404)
  })
})
