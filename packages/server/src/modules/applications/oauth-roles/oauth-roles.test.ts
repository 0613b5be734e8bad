import {
  createOauthRole,
  deleteOauthRole,
  listOauthRoles,
  readOauthRole,
  replaceUserOauthRoles,
  updateOauthRole,
} from '@signet/contract/applications/oauth-roles'
import { listUsers } from '@signet/contract/identity/user-lists'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

let count = 0
const created = async (): Promise<{ id: string; name: string }> => {
  const name = `role ${(count += 1)}`
  const { body } = await test.call(createOauthRole, { as, body: { name } })
  return { id: String(body.id), name }
}
const give = (userid: string, oauthRoleIds: readonly string[], token = as) =>
  test.call(replaceUserOauthRoles, { as: token, params: { userid }, body: { oauthRoleIds } })

describe('an OAuth role', () => {
  it('is made, shown, replaced under its ETag and deleted', async () => {
    const body = { name: 'invoices:approve', description: 'Approves invoices' }
    const made = await test.call(createOauthRole, { as, body })
    expect(made.body).toMatchObject({ ...body, users: 0 })
    const params = { id: String(made.body.id) }
    const headers = { 'if-match': '"1"' }
    const renamed = { name: 'invoices:pay', description: null }
    const changed = await test.call(updateOauthRole, { as, params, body: renamed, headers })
    expect([changed.headers.etag, changed.body.name]).toEqual(['"2"', 'invoices:pay'])
    const late = await test.call(updateOauthRole, { as, params, body: renamed, headers })
    expect(late.status).toBe(412)
    expect((await test.call(readOauthRole, { as, params })).body).toMatchObject(renamed)
    expect((await test.call(deleteOauthRole, { as, params })).status).toBe(204)
    expect((await test.call(readOauthRole, { as, params })).body.errorCode).toBe('role_not_found')
  })

  it('has a name of its own, however it is spelled', async () => {
    await test.call(createOauthRole, { as, body: { name: 'Night Desk' } })
    const body = { name: ' night  DESK ' }
    expect((await test.call(createOauthRole, { as, body })).body.errorCode).toBe('role_exists')
    const params = { id: (await created()).id }
    const renamed = await test.call(updateOauthRole, { as, params, body })
    expect(renamed.body.errorCode).toBe('role_exists')
  })

  it('that somebody has is not deleted, and the refusal names them to who may see users', async () => {
    const { id } = await created()
    const user = await buildUser(test.ctx)
    await give(user.id, [id])
    const used = await test.call(deleteOauthRole, { as, params: { id } })
    expect(used.body).toMatchObject({
      errorCode: 'role_in_use',
      parameters: { count: 1, named: 1, names: user.userId },
    })
    const blind = await buildAdmin(test.ctx, { permissions: [['OAUTHROLES', 'REMOVE']] })
    const unnamed = await test.call(deleteOauthRole, { as: blind.token, params: { id } })
    expect(unnamed.body.parameters).toEqual({ count: 1, named: 0, names: '' })
    expect(unnamed.text).not.toContain(user.userId)
  })
})

describe('the OAuth roles of a user', () => {
  it('are replaced as a whole, and counted', {
    meta: { covers: ['permissions.user-assignments'] },
  }, async () => {
    const [one, two] = [await created(), await created()]
    const { id } = await buildUser(test.ctx)
    await give(id, [one.id])
    const answer = await give(id, [two.id, two.id])
    expect(JSON.parse(answer.text)).toMatchObject([{ id: two.id, users: 1 }])
    const query = { userId: id }
    const listed = await test.call(listOauthRoles, { as, query })
    expect(JSON.parse(listed.text)).toMatchObject([{ id: two.id, name: two.name }])
    const all = await test.call(listOauthRoles, { as })
    expect(all.text).toContain(one.id)
    expect(JSON.parse((await give(id, [])).text)).toEqual([])
  })

  it('stay as they were when one of the new ones is not there', async () => {
    const { id: role } = await created()
    const { id } = await buildUser(test.ctx)
    await give(id, [role])
    const refused = await give(id, [crypto.randomUUID()])
    expect(refused.body.errorCode).toBe('role_not_found')
    const query = { userId: id }
    expect((await test.call(listOauthRoles, { as, query })).text).toContain(role)
  })

  it('are given by nobody to themselves, nor to somebody who holds more', {
    meta: { covers: ['S22'] },
  }, async () => {
    const { id: role } = await created()
    const clerk = await buildAdmin(test.ctx, { permissions: [['OAUTHROLES', 'EDIT']] })
    const own = await give(clerk.id, [role], clerk.token)
    expect(own.body.errorCode).toBe('user_edit_restricted')
    const superior = await buildAdmin(test.ctx, { permissions: [['SETTINGS', 'EDIT']] })
    const above = await give(superior.id, [role], clerk.token)
    expect(above.body.errorCode).toBe('rights_not_held')
  })
})

describe('who has an OAuth role', () => {
  const found = async (body: object, of: TestTenant = test, token = as) => {
    const answer = await of.call(listUsers, { as: token, body })
    return [...answer.text.matchAll(/"userId":"([^"]+)"/g)].map(([, userId]) => userId)
  }

  it('is found by it, also page by page, and beside a search and other filters', async () => {
    const { id: oauthRoleId } = await created()
    const other = await created()
    for (const userId of ['holder-a', 'holder-b', 'holder-c', 'holder-x']) {
      const { id } = await buildUser(test.ctx, { userId })
      await give(id, [userId === 'holder-x' ? other.id : oauthRoleId])
    }
    const all = ['holder-a', 'holder-b', 'holder-c']
    expect((await found({ oauthRoleId })).toSorted()).toEqual(all)
    expect((await found({ oauthRoleId, search: 'older' })).toSorted()).toEqual(all)
    expect(await found({ oauthRoleId, search: 'holder-b' })).toEqual(['holder-b'])
    expect(await found({ oauthRoleId, search: 'holder-x' })).toEqual([])
    expect(await found({ oauthRoleId, state: 'INACTIVE' })).toEqual([])
    expect(await found({ oauthRoleId, sortBy: 'userId', descending: true, limit: 2 })).toEqual([
      'holder-c',
      'holder-b',
    ])
    expect(await found({ oauthRoleId: crypto.randomUUID() })).toEqual([])
  })

  it('is found by nobody of another tenant', async () => {
    const { id: oauthRoleId } = await created()
    await give((await buildUser(test.ctx, { userId: 'held-here' })).id, [oauthRoleId])
    const other = await test.otherTenant()
    const { token } = await buildAdmin(other.ctx)
    expect(await found({ oauthRoleId }, other, token)).toEqual([])
    expect(await found({ oauthRoleId, search: 'held' }, other, token)).toEqual([])
  })

  it('is found among the people of their groups by who is limited to groups', async () => {
    const { id: oauthRoleId } = await created()
    const [inside, outside, other] = [
      await buildUser(test.ctx),
      await buildUser(test.ctx),
      await buildUser(test.ctx),
    ]
    await give(inside.id, [oauthRoleId])
    await give(outside.id, [oauthRoleId])
    const group = await buildGroup(test.ctx, { members: [inside.id, other.id] })
    const { token } = await buildAdmin(test.ctx, {
      permissions: [['USERS', 'VIEW']],
      groupIds: [group.id],
    })
    for (const sortBy of ['name', 'userId']) {
      expect(await found({ oauthRoleId, sortBy }, test, token)).toEqual([inside.userId])
    }
  })
})
