import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  createListView,
  deleteListView,
  listListViews,
  readListView,
  setDefaultListView,
  updateListView,
} from '@signet/contract/operations/list-views'
import { longestListViewQuery, mostSharedListViews } from '@signet/rules/list-views'
import type { Need } from '@signet/rules/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin, buildGroup, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/*
 * Guards: the right to see the list, the owner of a view, the limit to groups and the sharer of a
 * shared one. That the last place is given once is in `security/limits.test.ts`.
 */

const mayUsers: readonly Need[] = [
  ['USERS', 'VIEW'],
  ['GROUPS', 'VIEW'],
]

let test: TestApp
/** Super administrator. */
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const viewOf = (change: object = {}) => ({
  list: 'users',
  name: `View ${(count += 1)}`,
  query: 'f.state=ACTIVE',
  ...change,
})

type Token = string
const admin = (permissions: readonly Need[] = mayUsers) => buildAdmin(test.ctx, { permissions })

const create = (change: object = {}, token: Token = as) =>
  test.call(createListView, { as: token, body: viewOf(change) })
const created = async (change?: object, token?: Token): Promise<string> => {
  const answer = await create(change, token)
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body.id)
}
const change = (id: string, body: object, token: Token = as, version?: string) =>
  test.call(updateListView, {
    as: token,
    params: { id },
    body,
    ...(version === undefined ? {} : { headers: { 'if-match': version } }),
  })
const remove = (id: string, token: Token = as) =>
  test.call(deleteListView, { as: token, params: { id } })
const prefer = (id: string, isDefault: boolean, token: Token = as) =>
  test.call(setDefaultListView, { as: token, params: { id }, body: { isDefault } })

const Views = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    shared: z.boolean(),
    mayChange: z.boolean(),
    isDefault: z.boolean(),
  }),
)
const views = async (token: Token = as, list = 'users') => {
  const { text } = await test.call(listListViews, { as: token, query: { list } })
  return Views.parse(JSON.parse(text))
}
const viewIn = async (id: string, token?: Token) =>
  (await views(token)).find((view) => view.id === id)

describe('a saved view', () => {
  it('is kept as it was saved, for its owner alone', async () => {
    const owner = await admin()
    const made = await create({ name: ' Night  shift' }, owner.token)
    expect(made.body).toMatchObject({
      list: 'users',
      name: 'Night  shift',
      query: 'f.state=ACTIVE',
      shared: false,
      mayChange: true,
      isDefault: false,
      version: 1,
    })
    const params = { id: String(made.body.id) }
    expect(made.headers.location).toBe(`/api/web/v1/listviews/${params.id}`)
    const read = await test.call(readListView, { as: owner.token, params })
    expect([read.headers.etag, read.body]).toEqual(['"1"', made.body])
    expect(await views(owner.token, 'groups')).toEqual([])
    for (const endpoint of [readListView, deleteListView]) {
      const answer = await test.call(endpoint, { as, params })
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'not_found'])
    }
    expect((await change(params.id, { name: 'Mine' })).status).toBe(404)
    expect((await prefer(params.id, true)).status).toBe(404)
    expect(await viewIn(params.id)).toBeUndefined()
  })

  it('has a name of its own in its list, however it is spelled', async () => {
    const { token } = await admin()
    await created({ name: 'Night Shift' }, token)
    const twice = await create({ name: 'night  SHIFT' }, token)
    expect([twice.status, twice.body.errorCode]).toEqual([409, 'list_view_exists'])
    expect(twice.body.fields).toMatchObject([{ path: 'body.name' }])
    await created({ name: 'Night Shift', list: 'groups' }, token)
    await created({ name: 'Night Shift' }, (await admin()).token)
    const id = await created({}, token)
    expect((await change(id, { name: 'NIGHT SHIFT' }, token)).body.errorCode).toBe(
      'list_view_exists',
    )
  })

  it('changes under its ETag, and only what is sent', async () => {
    const id = await created()
    const changed = await change(id, { query: 'q=anna&sort=-name' }, as, '"1"')
    expect(changed.body).toMatchObject({ query: 'q=anna&sort=-name', version: 2 })
    expect(changed.headers.etag).toBe('"2"')
    expect((await change(id, { name: 'Late' }, as, '"1"')).status).toBe(412)
    const same = await change(id, { query: 'q=anna&sort=-name' })
    expect(same.body.version).toBe(2)
  })

  it.each([
    'q=anna&cursor=abc',
    'sort=name&f.state=ACTIVE',
    '?q=anna',
    'https://elsewhere.example/',
    `q=${'a'.repeat(longestListViewQuery)}`,
  ])('keeps no page, no other address and no more than 2 kB: %j', async (query) => {
    const refused = await create({ query })
    expect([refused.status, refused.body.fields]).toMatchObject([400, [{ path: 'body.query' }]])
  })

  it('is gone with its owner', async () => {
    const owner = await admin()
    const id = await created({}, owner.token)
    await prefer(id, true, owner.token)
    await test.ctx.db.deleteFrom('users').where('id', '=', owner.id).execute()
    const { rows } = await sql`select 1 from list_views where id = ${id}
      union all select 1 from list_view_defaults where view_id = ${id}`.execute(test.ctx.db)
    expect(rows).toEqual([])
  })

  it('is not there for another tenant', async () => {
    const id = await created({ shared: true })
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    const answer = await other.call(readListView, { as: token, params: { id } })
    expect(answer.status).toBe(404)
  })

  it('leaves its creation, change and deletion in the audit log', async () => {
    const id = await created({ name: 'Audited' })
    await change(id, { name: 'Audited again' })
    await prefer(id, true)
    await remove(id)
    test.clock.advance(1000)
    const { body } = await test.call(listAuditEvents, { as, body: { entityId: id } })
    expect(body.results).toMatchObject([
      { action: 'LIST_VIEW_DELETED' },
      { action: 'LIST_VIEW_UPDATED', attributes: { list: 'users', isDefault: true } },
      { action: 'LIST_VIEW_UPDATED' },
      { action: 'LIST_VIEW_CREATED', entityName: 'Audited' },
    ])
  })
})

describe('a view of a list that one may not see', () => {
  it('is neither saved, listed nor found', async () => {
    const shared = await created({ shared: true })
    for (const { token } of [
      await admin([['GROUPS', 'VIEW']]),
      { token: await signInAs(test.ctx, await buildUser(test.ctx)) },
    ]) {
      expect((await create({}, token)).body.errorCode).toBe('access_denied')
      const listed = await test.call(listListViews, { as: token, query: { list: 'users' } })
      expect(listed.body.errorCode).toBe('access_denied')
      const params = { id: shared }
      expect((await test.call(readListView, { as: token, params })).status).toBe(404)
      expect((await prefer(shared, true, token)).status).toBe(404)
    }
  })
})

describe('a shared view', () => {
  it('is there for all who may see the list, and changed by its sharer and super administrators', async () => {
    const sharer = await admin()
    const reader = await admin()
    const id = await created({ shared: true }, sharer.token)
    expect(await viewIn(id, sharer.token)).toMatchObject({ shared: true, mayChange: true })
    expect(await viewIn(id, reader.token)).toMatchObject({ shared: true, mayChange: false })
    for (const refused of [
      await change(id, { name: 'Ours' }, reader.token),
      await remove(id, reader.token),
    ]) {
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'rights_not_held'])
    }
    expect((await change(id, { name: `Ours ${id}` }, as)).status).toBe(200)
    expect((await remove(id, sharer.token)).status).toBe(204)
  })

  it('comes after the own ones, each by name', async () => {
    const { token } = await admin([['ORGANIZATIONS', 'VIEW']])
    const list = 'organizations'
    await created({ list, name: 'A shared', shared: true })
    await created({ list, name: 'Z own' }, token)
    await created({ list, name: 'B own' }, token)
    const names = (await views(token, list)).map(({ name }) => name)
    expect(names).toEqual(['B own', 'Z own', 'A shared'])
  })

  it('is shared and taken back by its owner: others lose it as their default', async () => {
    const sharer = await admin()
    const reader = await admin()
    const id = await created({}, sharer.token)
    expect((await change(id, { shared: true }, sharer.token)).body.shared).toBe(true)
    for (const token of [sharer.token, reader.token]) await prefer(id, true, token)
    expect(await viewIn(id, reader.token)).toMatchObject({ isDefault: true })
    const back = await change(id, { shared: false }, sharer.token)
    expect(back.body).toMatchObject({ shared: false, isDefault: true })
    expect(await viewIn(id, reader.token)).toBeUndefined()
    await change(id, { shared: true }, sharer.token)
    expect(await viewIn(id, reader.token)).toMatchObject({ isDefault: false })
  })

  it('is taken from everybody by deletion alone, where another shares it', async () => {
    const id = await created({ shared: true }, (await admin()).token)
    const refused = await change(id, { shared: false })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'rights_not_held'])
    expect((await remove(id)).status).toBe(204)
  })

  it('outlives its sharer, in the hands of super administrators', async () => {
    const sharer = await admin()
    const id = await created({ shared: true }, sharer.token)
    await test.ctx.db.deleteFrom('users').where('id', '=', sharer.id).execute()
    expect(await viewIn(id, (await admin()).token)).toMatchObject({ mayChange: false })
    expect(await viewIn(id)).toMatchObject({ mayChange: true })
    expect((await change(id, { shared: false })).body).toMatchObject({ shared: false })
  })

  it('is one of a hundred in a tenant', async () => {
    const other = await test.otherTenant()
    const { token, id: sharer } = await buildAdmin(other.ctx)
    await sql`insert into list_views
      (tenant_id, id, shared_by, list, name, name_key, query, created_at, updated_at)
      select ${other.tenant.id}::uuid, gen_random_uuid(), ${sharer}::uuid, 'users', 'n' || i,
        'n' || i, '', now(), now()
      from generate_series(1, ${mostSharedListViews}::integer) i`.execute(other.ctx.db)
    const save = (body: object) => other.call(createListView, { as: token, body })
    const refused = await save(viewOf({ shared: true }))
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'too_many_list_views'])
    const own = await save(viewOf())
    expect(own.status).toBe(201)
    const params = { id: String(own.body.id) }
    const answer = await other.call(updateListView, { as: token, params, body: { shared: true } })
    expect(answer.body.errorCode).toBe('too_many_list_views')
  })
})

describe('to an administrator limited to groups', () => {
  it('own views are theirs, and shared ones are to be used and not to be changed', async () => {
    const { id: group } = await buildGroup(test.ctx)
    const limited = await buildAdmin(test.ctx, { permissions: mayUsers, groupIds: [group] })
    const own = await created({}, limited.token)
    expect(await viewIn(own, limited.token)).toMatchObject({ mayChange: true })
    for (const refused of [
      await create({ shared: true }, limited.token),
      await change(own, { shared: true }, limited.token),
    ]) {
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'rights_not_held'])
    }
    const shared = await created({ shared: true })
    expect(await viewIn(shared, limited.token)).toMatchObject({ mayChange: false })
    expect((await prefer(shared, true, limited.token)).body.isDefault).toBe(true)
  })

  it('a view names a group that is not theirs by its ID alone', async () => {
    const mine = await buildGroup(test.ctx)
    const secret = await buildGroup(test.ctx)
    const limited = await buildAdmin(test.ctx, { permissions: mayUsers, groupIds: [mine.id] })
    await created({ shared: true, query: `f.group=${secret.id}` })
    const { text } = await test.call(listListViews, {
      as: limited.token,
      query: { list: 'users' },
    })
    expect(text).toContain(secret.id)
    expect(text).not.toContain(secret.name)
  })
})

describe('a default view', () => {
  it('is one for each person and list, and another takes its place', async () => {
    const [one, other] = [await admin(), await admin()]
    const shared = await created({ shared: true })
    const own = await created({}, one.token)
    await prefer(shared, true, one.token)
    await prefer(shared, true, other.token)
    await prefer(own, true, one.token)
    const defaults = async (token: Token) =>
      (await views(token)).filter(({ isDefault }) => isDefault).map(({ id }) => id)
    expect(await defaults(one.token)).toEqual([own])
    expect(await defaults(other.token)).toEqual([shared])
    expect((await prefer(own, false, one.token)).body).toMatchObject({
      isDefault: false,
      version: 1,
    })
    expect(await defaults(one.token)).toEqual([])
    await remove(shared)
    expect(await defaults(other.token)).toEqual([])
  })
})
