import {
  assignUserRole,
  createSiteRole,
  deleteSiteRole,
  explainUserRights,
  listPermissions,
  listRoles,
  listSiteRoles,
  listUserRoles,
  readRole,
  readSiteRole,
  readUserRole,
  removeUserRole,
  updateSiteRole,
} from '@signet/contract/identity/roles'
import { listUsers } from '@signet/contract/identity/user-lists'
import { readUser } from '@signet/contract/identity/users'
import { builtInRoleIds } from '@signet/rules/built-in-roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  for (const id of groups) await buildGroup(test.ctx, { id })
})
afterAll(() => test.close())

const none = { view: false, add: false, edit: false, remove: false }
const grids = [{ entityType: 'GRIDS', ...none, view: true, edit: true }]
const groups = ['01890000-0000-7000-8000-000000000001']

let count = 0
const create = (permissions: object[] = grids, token = as) =>
  test.call(createSiteRole, {
    as: token,
    body: { name: `Role ${(count += 1)}`, permissions },
  })
const created = async (permissions?: object[]): Promise<string> =>
  String((await create(permissions)).body.id)
const builtIn = async (id: string): Promise<string> => {
  const row = await test.ctx.db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('built_in', '=', id)
    .executeTakeFirstOrThrow()
  return row.id
}

describe('the roles of a tenant', () => {
  it('begin with the built-in ones', {
    meta: { covers: ['permissions.named-roles'] },
  }, async () => {
    const listed: unknown[] = JSON.parse((await test.call(listRoles, { as })).text)
    expect(listed.slice(0, builtInRoleIds.length)).toMatchObject(
      builtInRoleIds.map((id) => ({ builtIn: id })),
    )
    expect(listed[0]).toMatchObject({ superAdministrator: true, allRoles: true })
  })

  it('show as site roles those of administrators', {
    meta: { covers: ['permissions.role-calls'] },
  }, async () => {
    const { text } = await test.call(listSiteRoles, { as })
    expect(text).toContain('HELP_DESK')
    expect(text).not.toContain('ACCOUNT_MANAGER')
    const params = { id: await builtIn('ACCOUNT_MANAGER') }
    expect((await test.call(readSiteRole, { as, params })).body.errorCode).toBe('role_not_found')
  })

  it('show permissions as four flags, a view for whoever may edit', {
    meta: { covers: ['permissions.implied-view'] },
  }, async () => {
    const params = { id: await created([{ entityType: 'GRIDS', ...none, edit: true }]) }
    const answer = await test.call(readRole, { as, params })
    expect(answer.body.permissions).toEqual([
      { entityType: 'GRIDS', ...none, view: true, edit: true },
    ])
    expect(answer.headers.etag).toBe('"1"')
  })

  it('may permit what the catalogue lists', {
    meta: { covers: ['permissions.per-role-type', 'permissions.role-calls'] },
  }, async () => {
    const { text } = await test.call(listPermissions, { as })
    const listed: { roleType: string }[] = JSON.parse(text)
    // The 41 of the specification, and SUPPORTGRANTS.
    expect(listed.filter(({ roleType }) => roleType === 'ADMIN')).toHaveLength(42)
    expect(listed.filter(({ roleType }) => roleType === 'SERVICE_PROVIDER')).toHaveLength(8)
  })
})

describe('a site role', () => {
  it('is replaced as a whole, under its ETag', {
    meta: { covers: ['permissions.role-calls'] },
  }, async () => {
    const params = { id: await created() }
    const body = { name: 'Replaced', description: 'New', permissions: [] }
    const headers = { 'if-match': '"1"' }
    const answer = await test.call(updateSiteRole, { as, params, body, headers })
    expect(answer.headers.etag).toBe('"2"')
    expect(answer.body).toMatchObject({ name: 'Replaced', description: 'New', permissions: [] })
    expect((await test.call(updateSiteRole, { as, params, body, headers })).status).toBe(412)
  })

  it('has a name of its own, however it is spelled', async () => {
    await test.call(createSiteRole, { as, body: { name: 'Night Desk', permissions: [] } })
    const body = { name: ' night  DESK ', permissions: [] }
    expect((await test.call(createSiteRole, { as, body })).body.errorCode).toBe('role_exists')
    const params = { id: await created() }
    const renamed = await test.call(updateSiteRole, { as, params, body })
    expect(renamed.body.errorCode).toBe('role_exists')
  })

  it('cannot make a super administrator, nor permit what providers do', {
    meta: { covers: ['permissions.per-role-type'] },
  }, async () => {
    const answer = await test.call(createSiteRole, {
      as,
      body: { name: 'Super', superAdministrator: true, allRoles: true, permissions: [] },
    })
    expect(answer.body).toMatchObject({
      errorCode: 'unrecognized_keys',
      fields: [{ path: 'body.superAdministrator' }, { path: 'body.allRoles' }],
    })
    expect((await create([{ entityType: 'TENANTS', ...none, view: true }])).status).toBe(400)
    expect((await create([...grids, ...grids])).status).toBe(400)
  })

  it('is deleted when nobody has it', {
    meta: { covers: ['permissions.role-calls'] },
  }, async () => {
    const id = await created()
    const params = { userid: (await buildUser(test.ctx)).id, roleid: id }
    await test.call(assignUserRole, { as, params })
    const used = await test.call(deleteSiteRole, { as, params: { id } })
    expect(used.body).toMatchObject({
      errorCode: 'role_in_use',
      parameters: { count: 1, named: 1 },
    })
    expect(used.body.errorMessage).toMatch(/^1 user has this role, among them user-/)
    await test.call(removeUserRole, { as, params })
    expect((await test.call(deleteSiteRole, { as, params: { id } })).status).toBe(204)
    expect((await test.call(readRole, { as, params: { id } })).status).toBe(404)
  })

  it('that is built in stays as it is', async () => {
    const params = { id: await builtIn('HELP_DESK') }
    const body = { name: 'Mine', permissions: [] }
    const updated = await test.call(updateSiteRole, { as, params, body })
    const deleted = await test.call(deleteSiteRole, { as, params })
    expect(updated.body.errorCode).toBe('role_built_in')
    expect(deleted.body.errorCode).toBe('role_built_in')
  })

  it('permits nothing that its maker does not hold', async () => {
    const { token } = await buildAdmin(test.ctx, {
      permissions: [
        ['ROLES', 'ADD'],
        ['ROLES', 'EDIT'],
        ['GRIDS', 'VIEW'],
      ],
    })
    expect((await create(grids, token)).body.errorCode).toBe('rights_not_held')
    const less = await create([{ entityType: 'GRIDS', ...none, view: true }], token)
    expect(less.status).toBe(201)
    const params = { id: String(less.body.id) }
    const body = { name: 'More', permissions: grids }
    const more = await test.call(updateSiteRole, { as: token, params, body })
    expect(more.body.errorCode).toBe('rights_not_held')
  })

  it('that permits more than one holds is not made smaller either', async () => {
    const { token } = await buildAdmin(test.ctx, { permissions: [['ROLES', 'EDIT']] })
    const params = { id: await created() }
    const body = { name: 'Less', permissions: [] }
    const answer = await test.call(updateSiteRole, { as: token, params, body })
    expect(answer.body.errorCode).toBe('rights_not_held')
  })

  it('that permits more than one holds is not deleted either', async () => {
    const { token } = await buildAdmin(test.ctx, { permissions: [['ROLES', 'REMOVE']] })
    const params = { id: await created() }
    const answer = await test.call(deleteSiteRole, { as: token, params })
    expect(answer.body.errorCode).toBe('rights_not_held')
  })

  it('of somebody who holds more is not changed by who holds less', async () => {
    const { token } = await buildAdmin(test.ctx, {
      permissions: [
        ['ROLES', 'EDIT'],
        ['GRIDS', 'EDIT'],
      ],
    })
    const id = await created()
    const superior = await buildAdmin(test.ctx, { permissions: [['SETTINGS', 'EDIT']] })
    await test.call(assignUserRole, { as, params: { userid: superior.id, roleid: id } })
    const body = { name: 'Changed', permissions: grids }
    const answer = await test.call(updateSiteRole, { as: token, params: { id }, body })
    expect(answer.body.errorCode).toBe('rights_not_held')
  })

  it.each([[[]], [undefined]])(
    'limited to groups is not saved with groups %o',
    async (groupIds) => {
      const id = await created(grids)
      const reach = { groupManagement: 'SOME', ...(groupIds === undefined ? {} : { groupIds }) }
      const body = { name: 'Groupless', permissions: grids, ...reach }
      for (const answer of [
        await test.call(createSiteRole, { as, body }),
        await test.call(updateSiteRole, { as, params: { id }, body }),
      ]) {
        expect(answer.status).toBe(400)
        expect(answer.body.fields).toEqual([
          { path: 'body.groupIds', message: 'needs at least one group' },
        ])
      }
    },
  )

  it('keeps permissions on what is not built yet', async () => {
    const permissions = [{ entityType: 'DIRECTORIES', ...none, view: true }]
    const params = { id: await created(permissions) }
    expect((await test.call(readRole, { as, params })).body.permissions).toEqual(permissions)
  })

  it('that narrows somebody’s groups is not emptied to widen them', async () => {
    const narrow = await test.call(createSiteRole, {
      as,
      body: { name: 'Narrow', groupManagement: 'SOME', groupIds: groups, permissions: grids },
    })
    const wide = await created([{ entityType: 'TOKENS', ...none, view: true }])
    const userid = (await buildUser(test.ctx)).id
    for (const roleid of [String(narrow.body.id), wide]) {
      await test.call(assignUserRole, { as, params: { userid, roleid } })
    }
    const clerk = await buildAdmin(test.ctx, {
      permissions: [
        ['ROLES', 'EDIT'],
        ['GRIDS', 'EDIT'],
        ['TOKENS', 'VIEW'],
      ],
    })
    await test.ctx.db
      .updateTable('roles')
      .set({ group_management: 'SOME', group_ids: JSON.stringify(groups), version: 2 })
      .where('id', '=', clerk.roleId)
      .execute()
    const params = { id: String(narrow.body.id) }
    const body = { name: 'Empty', groupManagement: 'SOME', groupIds: groups, permissions: [] }
    const answer = await test.call(updateSiteRole, { as: clerk.token, params, body })
    expect(answer.body.errorCode).toBe('rights_not_held')
  })
})

describe('the roles of a user', () => {
  it('are given, shown, read and taken, and count as a change of the user', {
    meta: { covers: ['permissions.role-calls', 'permissions.user-assignments'] },
  }, async () => {
    const user = await buildUser(test.ctx)
    const id = await created()
    const params = { userid: user.id, roleid: id }
    expect((await test.call(assignUserRole, { as, params })).text).toContain(id)
    const shown = await test.call(readUser, { as, params: { id: user.id } })
    expect(shown.body).toMatchObject({ version: 2, roles: [{ id }] })
    const users = await test.call(listUsers, { as, body: { roleId: id } })
    expect(users.body.results).toMatchObject([{ id: user.id, roles: [{ id }] }])
    expect((await test.call(listUserRoles, { as, params })).text).toContain(id)
    expect((await test.call(readUserRole, { as, params })).body.id).toBe(id)
    expect((await test.call(removeUserRole, { as, params })).status).toBe(204)
    expect((await test.call(readUserRole, { as, params })).status).toBe(404)
    expect((await test.call(removeUserRole, { as, params })).status).toBe(404)
  })

  it('given twice change nothing the second time', async () => {
    const user = await buildUser(test.ctx)
    const params = { userid: user.id, roleid: await created() }
    await test.call(assignUserRole, { as, params })
    expect((await test.call(assignUserRole, { as, params })).status).toBe(200)
    const shown = await test.call(readUser, { as, params: { id: user.id } })
    expect(shown.body.version).toBe(2)
  })

  it('are neither given nor taken by anybody to themselves', async () => {
    const admin = await buildAdmin(test.ctx)
    const given = { userid: admin.id, roleid: await created() }
    const own = { userid: admin.id, roleid: admin.roleId }
    for (const answer of [
      await test.call(assignUserRole, { as: admin.token, params: given }),
      await test.call(removeUserRole, { as: admin.token, params: own }),
    ]) {
      expect(answer.body.errorCode).toBe('user_edit_restricted')
    }
  })

  it('are not taken from somebody who holds more', async () => {
    const { token } = await buildAdmin(test.ctx, { permissions: [['ROLES', 'EDIT']] })
    const superior = await buildAdmin(test.ctx, { permissions: [['SETTINGS', 'EDIT']] })
    const params = { userid: superior.id, roleid: superior.roleId }
    const answer = await test.call(removeUserRole, { as: token, params })
    expect(answer.body.errorCode).toBe('rights_not_held')
  })

  it('are not given beyond what one holds', async () => {
    const { token } = await buildAdmin(test.ctx, { permissions: [['ROLES', 'EDIT']] })
    const params = { userid: (await buildUser(test.ctx)).id, roleid: await created() }
    const answer = await test.call(assignUserRole, { as: token, params })
    expect(answer.body.errorCode).toBe('rights_not_held')
  })

  it('are of this tenant: another’s role or user is not found', async () => {
    const other = await test.otherTenant()
    const there = await buildAdmin(other.ctx)
    const user = await buildUser(test.ctx)
    const role = { userid: user.id, roleid: there.roleId }
    const person = { userid: there.id, roleid: await created() }
    const ofRole = await test.call(assignUserRole, { as, params: role })
    const ofUser = await test.call(assignUserRole, { as, params: person })
    expect(ofRole.body.errorCode).toBe('role_not_found')
    expect(ofUser.body.errorCode).toBe('user_not_found')
  })
})

describe('the rights of a user', () => {
  const explained = async (userid: string) =>
    (await test.call(explainUserRights, { as, params: { userid } })).body

  it('name for each permission the roles that give it, implied views too', async () => {
    const user = await buildUser(test.ctx)
    const one = await created([{ entityType: 'GRIDS', ...none, edit: true }])
    const two = await created([{ entityType: 'GRIDS', ...none, view: true }])
    for (const roleid of [one, two]) {
      await test.call(assignUserRole, { as, params: { userid: user.id, roleid } })
    }
    expect(await explained(user.id)).toMatchObject({
      superAdministrator: false,
      groupManagement: 'ALL',
      permissions: [
        { entityType: 'GRIDS', action: 'VIEW', roleIds: [one, two] },
        { entityType: 'GRIDS', action: 'EDIT', roleIds: [one] },
      ],
      roles: [{ id: one }, { id: two }],
    })
  })

  it('tell the groups that all roles share, and who may do everything', async () => {
    const user = await buildUser(test.ctx)
    const body = { groupManagement: 'SOME', groupIds: groups, permissions: grids }
    const limited = await test.call(createSiteRole, { as, body: { name: 'Limited', ...body } })
    const wide = await created()
    for (const roleid of [String(limited.body.id), wide]) {
      await test.call(assignUserRole, { as, params: { userid: user.id, roleid } })
    }
    expect(await explained(user.id)).toMatchObject({ groupManagement: 'SOME', groupIds: groups })
    const superior = await buildAdmin(test.ctx)
    expect(await explained(superior.id)).toMatchObject({ superAdministrator: true })
    const { id } = await buildUser(test.ctx)
    const params = { userid: id, roleid: await builtIn('HELP_DESK') }
    await test.call(assignUserRole, { as, params })
    expect(await explained(id)).toMatchObject({ roles: [{ builtIn: 'HELP_DESK' }] })
    expect((await explained((await buildUser(test.ctx)).id)).permissions).toEqual([])
  })

  it('are what a guarded call goes by', async () => {
    const clerk = await buildAdmin(test.ctx, { permissions: [['ROLES', 'VIEW']] })
    const { permissions } = await explained(clerk.id)
    expect(permissions).toMatchObject([{ entityType: 'ROLES', action: 'VIEW' }])
    expect((await test.call(listRoles, { as: clerk.token })).status).toBe(200)
    expect((await test.call(listUsers, { as: clerk.token, body: {} })).status).toBe(403)
  })
})
