import {
  createGroup,
  deleteGroup,
  emptyGroup,
  findGroupByExternalId,
  listGroups,
  listGroupsPaged,
  readGroup,
  updateGroup,
} from '@signet/contract/identity/groups'
import { createSiteRole, updateSiteRole } from '@signet/contract/identity/roles'
import { addGroupMember, setUserGroups } from '@signet/contract/identity/user-groups'
import { listUsers } from '@signet/contract/identity/user-lists'
import { readUser } from '@signet/contract/identity/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
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
const create = (body: object = {}, token = as) =>
  test.call(createGroup, { as: token, body: { name: `Group ${(count += 1)}`, ...body } })
const created = async (body?: object): Promise<string> => String((await create(body)).body.id)

const Page = z.object({
  results: z.array(z.object({ name: z.string() })),
  paging: z.object({
    total: z.number(),
    nextCursor: z.string().nullable(),
    prevCursor: z.string().nullable(),
  }),
})
const page = async (body: object, token = as) =>
  Page.parse((await test.call(listGroupsPaged, { as: token, body })).body)
const namesIn = ({ results }: z.output<typeof Page>) => results.map(({ name }) => name)

describe('a group', () => {
  it('is made, read and found by its external id', async () => {
    const made = await create({ name: 'Night  Shift', externalId: 'hr-7', description: 'Nights' })
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({ type: 'MGMT_UI', memberCount: 0, version: 1 })
    const params = { id: String(made.body.id) }
    const read = await test.call(readGroup, { as, params })
    expect(read.headers.etag).toBe('"1"')
    const found = await test.call(findGroupByExternalId, { as, body: { externalId: 'hr-7' } })
    expect(found.body).toEqual(read.body)
    const none = await test.call(findGroupByExternalId, { as, body: { externalId: 'HR-7' } })
    expect(none.body.errorCode).toBe('group_not_found')
  })

  it('shares its name and its external id with no other, however they are spelled', async () => {
    await create({ name: 'Front Desk', externalId: 'desk' })
    const named = await create({ name: ' front   DESK ' })
    expect([named.status, named.body.errorCode]).toEqual([409, 'group_exists'])
    expect(named.body.fields).toMatchObject([{ path: 'body.name' }])
    const known = await create({ externalId: 'desk' })
    expect(known.body.fields).toMatchObject([{ path: 'body.externalId' }])
  })

  it('changes under its ETag, and only what is sent', async () => {
    const id = await created({ description: 'Old', externalId: `ext-${count}` })
    const change = (body: object, version = '"1"') =>
      test.call(updateGroup, { as, params: { id }, body, headers: { 'if-match': version } })
    const changed = await change({ description: null })
    expect(changed.body).toMatchObject({ description: null, version: 2 })
    expect(changed.body.externalId).not.toBeNull()
    expect((await change({ description: 'Late' })).status).toBe(412)
    expect((await change({ description: null }, '"2"')).body.version).toBe(2)
  })

  it('of a directory keeps its name here', async () => {
    const { id } = await buildGroup(test.ctx)
    await test.ctx.db.updateTable('groups').set({ type: 'LDAP_AD' }).where('id', '=', id).execute()
    const change = (body: object) => test.call(updateGroup, { as, params: { id }, body })
    const renamed = await change({ name: 'Ours now' })
    expect([renamed.status, renamed.body.errorCode]).toEqual([403, 'group_edit_restricted'])
    expect((await change({ description: 'Noted' })).body.description).toBe('Noted')
  })

  it('is deleted while nobody uses it', async () => {
    const params = { id: await created() }
    expect((await test.call(deleteGroup, { as, params })).status).toBe(204)
    expect((await test.call(readGroup, { as, params })).body.errorCode).toBe('group_not_found')
  })
})

describe('a group in use', () => {
  it('is not deleted, and tells by whom it is used', async () => {
    const people = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const { id } = await buildGroup(test.ctx, { members: people.map((person) => person.id) })
    const role = { name: 'Limited desk', groupManagement: 'SOME', groupIds: [id], permissions: [] }
    const { body: made } = await test.call(createSiteRole, { as, body: role })
    const refused = await test.call(deleteGroup, { as, params: { id } })
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'group_in_use'])
    expect(refused.body.parameters).toMatchObject({
      members: 2,
      roles: 1,
      roleNames: 'Limited desk',
    })
    expect(refused.text).toContain(people[0]?.userId)
    await test.call(emptyGroup, { as, params: { id } })
    const still = await test.call(deleteGroup, { as, params: { id } })
    expect(still.body.parameters).toMatchObject({ members: 0, roles: 1 })
    const params = { id: String(made.id) }
    await test.call(updateSiteRole, { as, params, body: { ...role, groupManagement: 'ALL' } })
    expect((await test.call(deleteGroup, { as, params: { id } })).status).toBe(204)
  })

  it('is emptied, and its people learn of it', async () => {
    const person = await buildUser(test.ctx)
    const { id } = await buildGroup(test.ctx, { members: [person.id] })
    const emptied = await test.call(emptyGroup, { as, params: { id } })
    expect(emptied.body).toEqual({ removed: 1, remaining: false })
    const read = await test.call(readUser, { as, params: { id: person.id } })
    expect(read.body).toMatchObject({ groups: [], version: 2 })
  })

  it.each(['a role', 'a member'] as const)(
    'is either deleted or used when %s comes at the same moment',
    async (kind) => {
      for (let round = 0; round < 8; round += 1) {
        const { id } = await buildGroup(test.ctx)
        const { id: userid } = await buildUser(test.ctx)
        const name = `Race ${id}`
        const body = { name, groupManagement: 'SOME', groupIds: [id], permissions: [] }
        const [used, deleted] = await Promise.all([
          kind === 'a role'
            ? test.call(createSiteRole, { as, body })
            : test.call(addGroupMember, { as, params: { id, userid } }),
          test.call(deleteGroup, { as, params: { id } }),
        ])
        const outcomes = [used.body.errorCode, deleted.body.errorCode].filter(Boolean)
        expect(['group_not_found', 'group_in_use']).toContain(outcomes.join())
      }
    },
  )

  it('takes in one person once when two administrators put them in together', async () => {
    const other = (await buildAdmin(test.ctx)).token
    const { id } = await buildGroup(test.ctx)
    const { id: userid } = await buildUser(test.ctx)
    const answers = await Promise.all(
      [as, other, as, other].map((token) =>
        test.call(addGroupMember, { as: token, params: { id, userid } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    const events = await test.ctx.db
      .selectFrom('audit_events')
      .select('id')
      .where('entity_id', '=', userid)
      .where('action', '=', 'GROUP_MEMBER_ADDED')
      .execute()
    expect(events).toHaveLength(1)
    const read = await test.call(readUser, { as, params: { id: userid } })
    expect(read.body).toMatchObject({ groups: [{ id }], version: 2 })
  })
})

describe('a page of groups', () => {
  it('goes by name, forth and back, and counts them', async () => {
    for (const name of ['Pg a', 'Pg b', 'Pg c', 'Pg d', 'Pg e']) await create({ name })
    const first = await page({ search: 'pg', limit: 2 })
    expect(namesIn(first)).toEqual(['Pg a', 'Pg b'])
    expect(first.paging.total).toBe(5)
    const second = await page({ search: 'pg', limit: 2, cursor: first.paging.nextCursor })
    expect(namesIn(second)).toEqual(['Pg c', 'Pg d'])
    const back = await page({ search: 'pg', limit: 2, cursor: second.paging.prevCursor })
    expect(namesIn(back)).toEqual(['Pg a', 'Pg b'])
    expect(namesIn(await page({ search: 'pg', limit: 2, descending: true }))).toEqual([
      'Pg e',
      'Pg d',
    ])
  })

  it('finds three characters anywhere, in pages too, and takes them as they are', async () => {
    for (const name of ['North crew', 'South crew', 'West crew 100%']) await create({ name })
    const first = await page({ search: 'CREW', limit: 2 })
    expect(namesIn(first)).toEqual(['North crew', 'South crew'])
    expect(first.paging.total).toBe(3)
    const rest = await page({ search: 'CREW', limit: 2, cursor: first.paging.nextCursor })
    expect(namesIn(rest)).toEqual(['West crew 100%'])
    expect(namesIn(await page({ search: '00%' }))).toEqual(['West crew 100%'])
    expect(namesIn(await page({ search: '_es' }))).toEqual([])
  })

  it('tells how many there are when the rows beyond its edge are gone', async () => {
    for (const name of ['Gone a', 'Gone b']) await create({ name })
    for (const search of ['gone', 'go']) {
      const id = await created({ name: 'Gone c' })
      const { paging } = await page({ search, limit: 2 })
      await test.call(deleteGroup, { as, params: { id } })
      const beyond = await page({ search, limit: 2, cursor: paging.nextCursor })
      expect([namesIn(beyond), beyond.paging.total]).toEqual([[], 2])
    }
  })

  it('is not reached by the cursor of a list with other filters', async () => {
    for (const name of ['Cur a', 'Cur b']) await create({ name })
    const { paging } = await page({ search: 'cur', limit: 1 })
    const cursor = paging.nextCursor
    const body = { search: 'cur', limit: 1, type: 'MGMT_UI', cursor }
    const refused = await test.call(listGroupsPaged, { as, body })
    expect([refused.status, refused.body.fields]).toMatchObject([400, [{ path: 'cursor' }]])
  })

  it('counts ten thousand exactly and estimates more', async () => {
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const add = (from: number, until: number) =>
      sql`insert into groups (tenant_id, id, name, name_key, search_text, created_at, updated_at)
        select ${other.tenant.id}::uuid, gen_random_uuid(), n, n, n, now(), now()
        from generate_series(${from}::integer, ${until}::integer) i,
          lateral (select 'many-' || i as n) named`.execute(other.ctx.db)
    const pagingOf = async () =>
      (await other.call(listGroupsPaged, { as: token, body: { limit: 1 } })).body.paging
    await add(1, 10_000)
    expect(await pagingOf()).toMatchObject({ total: 10_000, estimated: false })
    await add(10_001, 10_001)
    expect(await pagingOf()).toMatchObject({ total: 10_000, estimated: true })
  })

  it('has the number of members of each, as the group itself has it', async () => {
    const people = [await buildUser(test.ctx), await buildUser(test.ctx), await buildUser(test.ctx)]
    const ids = people.map(({ id }) => id)
    const groups = [
      await buildGroup(test.ctx, { members: ids }),
      await buildGroup(test.ctx, { members: ids.slice(1) }),
      await buildGroup(test.ctx),
    ]
    const { body } = await test.call(listGroupsPaged, { as, body: { limit: 100 } })
    const shown = z.object({ results: z.array(z.looseObject({ id: z.string() })) }).parse(body)
    const found = groups.map(({ id }) => shown.results.find((group) => group.id === id))
    expect(found).toMatchObject([{ memberCount: 3 }, { memberCount: 2 }, { memberCount: 0 }])
    const [first] = groups
    const read = await test.call(readGroup, { as, params: { id: String(first?.id) } })
    expect(read.body).toEqual(found[0])
  })

  it('holds nothing of another tenant', async () => {
    const other = await test.otherTenant()
    const { name } = await buildGroup(other.ctx)
    expect(namesIn(await page({ search: name }))).toEqual([])
    expect((await test.call(listGroups, { as })).text).not.toContain(name)
  })
})

describe('to an administrator limited to groups', () => {
  it('there are these groups, to rename and not to add to', async () => {
    const mine = await buildGroup(test.ctx, { members: [(await buildUser(test.ctx)).id] })
    const other = await buildGroup(test.ctx)
    const limited = await buildAdmin(test.ctx, {
      permissions: everyPermission,
      groupIds: [mine.id],
    })
    const token = limited.token
    expect(namesIn(await page({}, token))).toEqual([mine.name])
    expect(namesIn(await page({ search: 'group-' }, token))).toEqual([mine.name])
    const { body: seen } = await test.call(listGroupsPaged, { as: token, body: {} })
    expect(seen.results).toMatchObject([{ id: mine.id, memberCount: 1 }])
    expect((await test.call(listGroups, { as: token })).text).not.toContain(other.id)
    for (const endpoint of [readGroup, deleteGroup, emptyGroup]) {
      const answer = await test.call(endpoint, { as: token, params: { id: other.id } })
      expect(answer.body.errorCode).toBe('group_not_found')
    }
    expect((await create({}, token)).body.errorCode).toBe('rights_not_held')
    const emptied = await test.call(emptyGroup, { as: token, params: { id: mine.id } })
    expect(emptied.body.errorCode).toBe('rights_not_held')
    const renamed = await test.call(updateGroup, {
      as: token,
      params: { id: mine.id },
      body: { description: 'Ours' },
    })
    expect(renamed.status).toBe(200)
  })
})

describe('the members of a group', () => {
  it('are listed by name and follow a new name', async () => {
    const ids = []
    for (const userId of ['mb-c', 'mb-a', 'mb-b'])
      ids.push((await buildUser(test.ctx, { userId })).id)
    const { id: groupId } = await buildGroup(test.ctx, { members: ids })
    const Users = z.object({ results: z.array(z.object({ userId: z.string() })) })
    const members = async (body: object = {}) =>
      Users.parse(
        (await test.call(listUsers, { as, body: { groupId, ...body } })).body,
      ).results.map(({ userId }) => userId)
    expect(await members()).toEqual(['mb-a', 'mb-b', 'mb-c'])
    await test.ctx.db
      .updateTable('users')
      .set({ name_key: 'zz' })
      .where('user_id', '=', 'mb-a')
      .execute()
    expect(await members()).toEqual(['mb-b', 'mb-c', 'mb-a'])
    expect(await members({ sortBy: 'userId', descending: true })).toEqual(['mb-c', 'mb-b', 'mb-a'])
    expect(await members({ search: 'mb-b' })).toEqual(['mb-b'])
    expect(await members({ search: 'zz' })).toEqual(['mb-a'])
    expect(await members({ locked: true })).toEqual([])
  })

  it('of a directory stay in its groups, and go where they like among ours', {
    meta: { covers: ['permissions.user-assignments'] },
  }, async () => {
    const { id: userid } = await buildUser(test.ctx)
    const theirs = await buildGroup(test.ctx, { members: [userid] })
    const ours = await buildGroup(test.ctx)
    const { db } = test.ctx
    await db.updateTable('groups').set({ type: 'LDAP_AD' }).where('id', '=', theirs.id).execute()
    await db.updateTable('users').set({ type: 'LDAP_AD' }).where('id', '=', userid).execute()
    const set = (...groups: string[]) =>
      test.call(setUserGroups, { as, params: { userid }, body: { groups } })
    expect((await set(ours.id)).body.errorCode).toBe('user_edit_restricted')
    expect((await set(ours.id, theirs.id)).status).toBe(200)
    await db.updateTable('users').set({ type: 'MGMT_UI' }).where('id', '=', userid).execute()
    expect((await set(ours.id)).status).toBe(200)
  })
})
