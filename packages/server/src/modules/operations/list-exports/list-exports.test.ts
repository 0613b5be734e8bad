import { listUserAttributes } from '@signet/contract/identity/user-attributes'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  createListExport,
  deleteListExport,
  downloadListExport,
  listListExports,
  readListExport,
} from '@signet/contract/operations/list-exports'
import { listEmailTemplates } from '@signet/contract/settings/email-templates'
import { exportedLists, mostListExports } from '@signet/rules/list-exports'
import type { Need } from '@signet/rules/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { allRoutes } from '../../../app/areas.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { insertUsers } from '../../identity/users/index.ts'
import { factsOf } from './exported-lists.ts'
import { createExportWork } from './index.ts'

/*
 * Guards: the list's need and the owner's sight when it is asked for, made and fetched; the owner;
 * the number of parts at which a job goes on; the apostrophe before formulas.
 */

const mayExport: readonly Need[] = [
  ['EXPORTREPORTS', 'VIEW'],
  ['EXPORTREPORTS', 'ADD'],
  ['USERS', 'VIEW'],
]

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const workWith = createExportWork(allRoutes)

const job = { signal: new AbortController().signal, isLast: true }
const brief = { signal: AbortSignal.abort(), isLast: true }

const work = (id: string, how: typeof job = job) =>
  workWith(systemContext(test.platform, { tenant: test.tenant, name: 'job:list-exports' }), {
    content: { id },
    ...how,
  })

const ask = async (body: object, token = as) => {
  const answer = await test.call(createListExport, { as: token, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body.id)
}
const read = async (id: string, token = as) =>
  (await test.call(readListExport, { as: token, params: { id } })).body
const fetchFile = (id: string, token = as) =>
  test.call(downloadListExport, { as: token, params: { id } })

const linesOf = (text: string): string[] => text.split('\r\n').slice(0, -1)

const setRole = (roleId: string, change: { permissions?: string; group_ids?: string }) =>
  test.ctx.db
    .updateTable('roles')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', roleId)
    .execute()

describe('an export', () => {
  it('holds what the list shows: its filter, its order, the columns asked for', async () => {
    for (const userId of ['exp-b', 'exp-a', 'exp-c']) {
      await buildUser(test.ctx, { userId })
    }
    const id = await ask({
      list: 'users',
      request: { search: 'exp-', sortBy: 'userId', descending: true },
      columns: ['userId', 'state', 'roles'],
    })
    expect(await read(id)).toMatchObject({ state: 'PENDING', rows: 0 })
    expect((await fetchFile(id)).body.errorCode).toBe('list_export_not_ready')
    await work(id)
    expect(await read(id)).toMatchObject({ state: 'READY', rows: 3, reason: null })
    const file = await fetchFile(id)
    expect(file.headers['content-type']).toContain('text/csv')
    expect(linesOf(file.text)).toEqual([
      '\uFEFFuserId,state,roles',
      'exp-c,ACTIVE,',
      'exp-b,ACTIVE,',
      'exp-a,ACTIVE,',
    ])
  })

  it('runs no formula, and has no mark where none is wanted', {
    meta: { covers: ['S45'] },
  }, async () => {
    for (const [at, first] of ['=', '+', '-', '@', '\uFF1D', ''].entries()) {
      await buildUser(test.ctx, { userId: `${first}formula "${at}", c` })
    }
    const id = await ask({
      list: 'users',
      request: { search: 'formula' },
      columns: ['lastName'],
      byteOrderMark: false,
    })
    await work(id)
    const lines = linesOf((await fetchFile(id)).text)
    expect(lines.toSorted()).toEqual(
      [
        'lastName',
        ...["'=", "'+", "'-", "'@", "'\uFF1D", ''].map(
          (first, at) => `"${first}formula ""${at}"", c"`,
        ),
      ].toSorted(),
    )
  })

  it('goes on where a job was stopped, no line twice and none left out', {
    meta: { covers: ['S49'] },
  }, async () => {
    const many = Array.from({ length: 5500 }, (_, at) => ({
      userId: `many-${at}`,
      firstName: 'Many',
      lastName: 'x'.repeat(100),
      locale: 'en',
    }))
    await insertUsers(test.ctx, many)
    const id = await ask({ list: 'users', request: { search: 'many-' } })
    await work(id, brief)
    expect(await read(id)).toMatchObject({ state: 'RUNNING' })
    await Promise.all([work(id), work(id)])
    expect(await read(id)).toMatchObject({ state: 'READY', rows: 5500 })
    const lines = linesOf((await fetchFile(id)).text).slice(1)
    expect(lines).toHaveLength(5500)
    expect(new Set(lines).size).toBe(5500)
  })

  it('of a list that comes whole holds the rows named, in their order', async () => {
    const all = await test.call(listUserAttributes, { as })
    const known = z.array(z.object({ id: z.string() })).parse(JSON.parse(all.text))
    const ids = known.slice(0, 3).map((attribute) => attribute.id)
    const asked = ids.toReversed()
    const id = await ask({ list: 'userattributes', ids: [...asked, 'nothing'], columns: ['id'] })
    await work(id)
    expect(linesOf((await fetchFile(id)).text)).toEqual(['\uFEFFid', ...asked])
  })

  it('has the name that it is given, of letters, digits, hyphen and underscore', async () => {
    const id = await ask({ list: 'users', name: 'People_2026-11' })
    expect(await read(id)).toMatchObject({ name: 'People_2026-11' })
    for (const name of ['', 'a b', '../x', 'é', 'a.csv', 'x'.repeat(101)]) {
      const { body } = await test.call(createListExport, { as, body: { list: 'users', name } })
      expect([name, body.errorCode]).toEqual([name, 'invalid_parameters'])
    }
  })

  it('refuses what the list does not know', async () => {
    const errorOf = async (body: object) =>
      (await test.call(createListExport, { as, body })).body.errorCode
    expect(await errorOf({ list: 'users', request: { state: 'NONE' } })).toBe('invalid_parameters')
    expect(await errorOf({ list: 'users', columns: ['passwordHash'] })).toBe('invalid_parameters')
    expect(await errorOf({ list: 'users', ids: ['a'] })).toBe('invalid_parameters')
    expect(await errorOf({ list: 'webhookdeliveries' })).toBe('invalid_parameters')
  })

  it('of something that is not there fails and says why', async () => {
    const params = { id: crypto.randomUUID() }
    const id = await ask({ list: 'webhookdeliveries', params })
    await work(id)
    expect(await read(id)).toMatchObject({ state: 'FAILED', reason: 'webhook_not_found' })
  })

  it.each(exportedLists.filter((list) => list !== 'webhookdeliveries'))(
    'can be had of %s',
    async (list) => {
      const mine = (await buildAdmin(test.ctx)).token
      const id = await ask({ list }, mine)
      await work(id)
      expect(await read(id, mine)).toMatchObject({ state: 'READY' })
      const [head] = linesOf((await fetchFile(id, mine)).text)
      expect(head).toBe(`\uFEFF${factsOf(list).fields.join(',')}`)
    },
  )

  it('holds those rows alone that were named, in their order', async () => {
    const all = await test.call(listEmailTemplates, { as })
    const types = [...all.text.matchAll(/"type":"(\w+)"/g)].map(([, type]) => String(type))
    const named = types.slice(0, 2).toReversed()
    expect(named).toHaveLength(2)
    const id = await ask({ list: 'emailtemplates', ids: named, columns: ['type'] })
    await work(id)
    expect(linesOf((await fetchFile(id)).text).slice(1)).toEqual(named)
  })

  it('is noted, made and fetched, with what was asked for', async () => {
    const request = { search: 'noted' }
    const id = await ask({ list: 'users', request, columns: ['id'] })
    await work(id)
    await fetchFile(id)
    await test.call(deleteListExport, { as, params: { id } })
    test.clock.advance(1000)
    const events = await test.call(listAuditEvents, { as, body: { entityId: id } })
    expect(events.body.results).toMatchObject([
      { action: 'LIST_EXPORT_DELETED' },
      { action: 'LIST_EXPORT_DOWNLOADED', attributes: { rows: 0 } },
      { action: 'LIST_EXPORT_COMPLETED', outcome: 'SUCCESS', attributes: { rows: 0 } },
      { action: 'LIST_EXPORT_CREATED', attributes: { body: request, columns: ['id'] } },
    ])
  })
})

describe('whoever exports', () => {
  const columns = ['userId']

  it('needs the right to see the list, too', { meta: { covers: ['S49'] } }, async () => {
    const { token } = await buildAdmin(test.ctx, { permissions: mayExport })
    const refused = await test.call(createListExport, { as: token, body: { list: 'groups' } })
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
    await ask({ list: 'users' }, token)
  })

  it('has nothing of it when the right is gone before it is made', {
    meta: { covers: ['S49'] },
  }, async () => {
    const { token, roleId } = await buildAdmin(test.ctx, { permissions: mayExport })
    const id = await ask({ list: 'users' }, token)
    await setRole(roleId, { permissions: JSON.stringify({ EXPORTREPORTS: ['ALL'] }) })
    await work(id)
    expect(await read(id, token)).toMatchObject({ state: 'FAILED', reason: 'RIGHTS_LOST', rows: 0 })
  })

  it('cannot fetch it when the right is gone since', { meta: { covers: ['S49'] } }, async () => {
    const { token, roleId } = await buildAdmin(test.ctx, { permissions: mayExport })
    const id = await ask({ list: 'users' }, token)
    await work(id)
    await setRole(roleId, { permissions: JSON.stringify({ EXPORTREPORTS: ['ALL'] }) })
    expect((await fetchFile(id, token)).body.errorCode).toBe('access_denied')
  })

  it('has nothing of it when they are locked meanwhile', {
    meta: { covers: ['S49'] },
  }, async () => {
    const { id: userId, token } = await buildAdmin(test.ctx, { permissions: mayExport })
    const id = await ask({ list: 'users' }, token)
    const change = (locked: boolean) =>
      test.ctx.db
        .updateTable('users')
        .set({ locked })
        .where('tenant_id', '=', test.tenant.id)
        .where('id', '=', userId)
        .execute()
    await change(true)
    await work(id)
    await change(false)
    expect(await read(id, token)).toMatchObject({ state: 'FAILED', reason: 'LENDER_LOCKED' })
  })

  it('and is limited to groups has their people only, and none once the groups are others', {
    meta: { covers: ['S49'] },
  }, async () => {
    const [inside, outside] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const mine = await buildGroup(test.ctx, { members: [inside.id] })
    const other = await buildGroup(test.ctx, { members: [outside.id] })
    const { token, roleId } = await buildAdmin(test.ctx, {
      permissions: mayExport,
      groupIds: [mine.id],
    })
    const [id, late] = [
      await ask({ list: 'users', columns }, token),
      await ask({ list: 'users', columns }, token),
    ]
    await work(id)
    expect(linesOf((await fetchFile(id, token)).text).slice(1)).toEqual([inside.userId])
    await setRole(roleId, { group_ids: JSON.stringify([other.id]) })
    expect((await fetchFile(id, token)).body.errorCode).toBe('access_denied')
    await work(late)
    expect(await read(late, token)).toMatchObject({ state: 'FAILED', reason: 'RIGHTS_LOST' })
  })

  it('keeps it to themselves: no super administrator and no other tenant has it', {
    meta: { covers: ['S49'] },
  }, async () => {
    const { token } = await buildAdmin(test.ctx, { permissions: mayExport })
    const id = await ask({ list: 'users' }, token)
    await work(id)
    const other = await test.otherTenant()
    const foreign = await buildAdmin(other.ctx)
    for (const call of [readListExport, downloadListExport, deleteListExport]) {
      expect((await test.call(call, { as, params: { id } })).status).toBe(404)
      const beyond = await other.call(call, { as: foreign.token, params: { id } })
      expect(beyond.status).toBe(404)
    }
    const { text } = await test.call(listListExports, { as })
    expect(text).not.toContain(id)
  })

  it('has so many at a time, each for a day', async () => {
    const { token } = await buildAdmin(test.ctx, { permissions: mayExport })
    const all: string[] = []
    for (let count = 0; count < mostListExports; count += 1) {
      all.push(await ask({ list: 'users' }, token))
    }
    const [first = ''] = all
    const refused = await test.call(createListExport, { as: token, body: { list: 'users' } })
    expect(refused.body.errorCode).toBe('too_many_list_exports')
    await work(first)
    expect((await fetchFile(first, token)).status).toBe(200)
    await test.ctx.db
      .updateTable('list_exports')
      .set({ expires_at: test.clock.now() })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', first)
      .execute()
    expect((await fetchFile(first, token)).status).toBe(404)
    await ask({ list: 'users' }, token)
  })

  it('has its file gone once it is deleted, and nothing is made any more', async () => {
    const id = await ask({ list: 'users' })
    await test.call(deleteListExport, { as, params: { id } })
    await work(id)
    expect((await fetchFile(id)).status).toBe(404)
  })
})
