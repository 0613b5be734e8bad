import {
  addGroupMember,
  removeGroupMember,
  setUserGroups,
} from '@signet/contract/identity/user-groups'
import { createUser, readUser, updateUser } from '@signet/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser, everyPermission } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const create = (token: string, groups?: readonly string[]) =>
  test.call(createUser, { as: token, body: { userId: `grouped-${(count += 1)}`, groups } })
const groupsOf = async (id: string) =>
  (await test.call(readUser, { as, params: { id } })).body.groups

describe('the groups of a user', () => {
  it('are given at creation, changed with the user, and noted once', async () => {
    const [one, two] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const made = await create(as, [one.id])
    expect(made.body.groups).toEqual([{ id: one.id, name: one.name }])
    const params = { id: String(made.body.id) }
    const changed = await test.call(updateUser, {
      as,
      params,
      body: { firstName: 'Grouped', groups: [two.id] },
    })
    expect(changed.body).toMatchObject({ firstName: 'Grouped', groups: [{ id: two.id }] })
    expect(await groupsOf(params.id)).toEqual([{ id: two.id, name: two.name }])
    const events = await test.ctx.db
      .selectFrom('audit_events as e')
      .innerJoin('audit_details as d', 'd.event_id', 'e.id')
      .select(['e.action', 'd.detail'])
      .where('e.entity_id', '=', params.id)
      .orderBy('e.id')
      .execute()
    expect(events.map(({ action }) => action)).toEqual(['USER_CREATED', 'USER_UPDATED'])
    expect(events[1]?.detail).toContain(two.name)
  })

  it('sent as they are change nothing', async () => {
    const { id: userid } = await buildUser(test.ctx)
    const { id } = await buildGroup(test.ctx, { members: [userid] })
    const set = () => test.call(setUserGroups, { as, params: { userid }, body: { groups: [id] } })
    expect((await set()).headers.etag).toBe('"1"')
  })

  it('that are not here fail the user, who is not made', async () => {
    const other = await test.otherTenant()
    const { id } = await buildGroup(other.ctx)
    const made = await create(as, [id])
    expect([made.status, made.body.errorCode]).toEqual([404, 'group_not_found'])
    const again = await test.call(createUser, { as, body: { userId: `grouped-${count}` } })
    expect(again.status).toBe(200)
  })

  it('are nobody’s own to change', async () => {
    const admin = await buildAdmin(test.ctx)
    const { id } = await buildGroup(test.ctx)
    const answer = await test.call(addGroupMember, {
      as: admin.token,
      params: { id, userid: admin.id },
    })
    expect(answer.body.errorCode).toBe('user_edit_restricted')
  })

  it('of somebody who holds more are not changed by who holds less', async () => {
    const superior = await buildAdmin(test.ctx)
    const clerk = await buildAdmin(test.ctx, { permissions: [['USERS', 'EDIT']] })
    const { id } = await buildGroup(test.ctx)
    const params = { id, userid: superior.id }
    const answer = await test.call(addGroupMember, { as: clerk.token, params })
    expect(answer.body.errorCode).toBe('rights_not_held')
  })
})

describe('an administrator limited to groups', () => {
  const buildScope = async () => {
    const person = await buildUser(test.ctx)
    const mine = await buildGroup(test.ctx, { members: [person.id] })
    const also = await buildGroup(test.ctx)
    const theirs = await buildGroup(test.ctx, { members: [person.id] })
    const groupIds = [mine.id, also.id]
    const admin = await buildAdmin(test.ctx, { permissions: everyPermission, groupIds })
    return { person, mine, also, theirs, token: admin.token, admin }
  }

  it('makes people only in these groups', async () => {
    const { token, mine, theirs } = await buildScope()
    const none = await create(token)
    expect([none.status, none.body.errorCode]).toEqual([400, 'invalid_parameters'])
    expect((await create(token, [theirs.id])).body.errorCode).toBe('group_not_found')
    expect((await create(token, [mine.id, theirs.id])).body.errorCode).toBe('group_not_found')
    expect((await create(token, [mine.id])).status).toBe(200)
  })

  it('knows of a person’s groups these only, and moves them among these', async () => {
    const { token, person, mine, also, theirs } = await buildScope()
    const read = await test.call(readUser, { as: token, params: { id: person.id } })
    expect(read.body.groups).toEqual([{ id: mine.id, name: mine.name }])
    const moved = await test.call(setUserGroups, {
      as: token,
      params: { userid: person.id },
      body: { groups: [also.id] },
    })
    expect(moved.text).toBe(JSON.stringify([{ id: also.id, name: also.name }]))
    const left = await groupsOf(person.id)
    expect(left).toHaveLength(2)
    expect(left).toEqual(
      expect.arrayContaining([
        { id: also.id, name: also.name },
        { id: theirs.id, name: theirs.name },
      ]),
    )
  })

  it.each(['put into', 'take out of'] as const)('does not %s another', async (deed) => {
    const { token, person, theirs } = await buildScope()
    const before = await groupsOf(person.id)
    const endpoint = deed === 'put into' ? addGroupMember : removeGroupMember
    const params = { id: theirs.id, userid: person.id }
    const answer = await test.call(endpoint, { as: token, params })
    expect([answer.status, answer.body.errorCode]).toEqual([404, 'group_not_found'])
    expect(await groupsOf(person.id)).toEqual(before)
  })

  it('does not bring an outsider in', async () => {
    const { token, mine } = await buildScope()
    const { id: userid } = await buildUser(test.ctx)
    const params = { id: mine.id, userid }
    const answer = await test.call(addGroupMember, { as: token, params })
    expect(answer.body.errorCode).toBe('user_not_found')
    expect(await groupsOf(userid)).toEqual([])
  })

  it('does not act on somebody who is leaving at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token, person, mine } = await buildScope()
      const leave = { as, params: { id: mine.id, userid: person.id } }
      const change = { as: token, params: { id: person.id }, body: { firstName: 'Late' } }
      const [left, changed] = await Promise.all([
        test.call(removeGroupMember, leave),
        test.call(updateUser, change),
      ])
      expect(left.status).toBe(204)
      const { body } = await test.call(readUser, { as, params: { id: person.id } })
      const isChanged = body.firstName === 'Late'
      expect(changed.status).toBe(isChanged ? 200 : 404)
    }
  })
})
