import { assignUserRole, removeUserRole } from '@signet/contract/identity/roles'
import { changeUserState, readUser } from '@signet/contract/identity/users'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type BuiltUser,
  buildAdmin,
  buildRole,
  buildUser,
  signInAs,
} from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { startSession } from '../../tenancy/sessions/index.ts'
import { readPrincipal } from './index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const openSession = async (user: BuiltUser): Promise<string> => {
  const { sessionId } = await test.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: ['pwd'],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  return sessionId
}
const principalOf = async (user: BuiltUser) =>
  readPrincipal(test.ctx.db, test.tenant.id, await openSession(user))

describe('the principal behind a session', () => {
  it('has the user, their state and the rights of all roles together', async () => {
    const user = await buildUser(test.ctx)
    for (const permissions of [[['GRIDS', 'EDIT']], [['TOKENS', 'ADD']]] as const) {
      const roleid = await buildRole(test.ctx, { permissions })
      await test.call(assignUserRole, { as, params: { userid: user.id, roleid } })
    }
    const principal = await principalOf(user)
    expect(principal?.user).toEqual({
      id: user.id,
      userId: user.userId,
      state: 'ACTIVE',
      locked: false,
      registrationRequired: false,
      verificationRequired: false,
      unproven: true,
    })
    expect(principal?.rights).toMatchObject({
      superAdministrator: false,
      groupScope: 'ALL',
      permissions: { GRIDS: ['VIEW', 'EDIT'], TOKENS: ['VIEW', 'ADD'] },
    })
    expect(principal?.rights.roleIds).toHaveLength(2)
  })

  it('has no rights without a role', async () => {
    const principal = await principalOf(await buildUser(test.ctx))
    expect(principal?.rights).toEqual({
      superAdministrator: false,
      permissions: {},
      groupScope: [],
      roleIds: [],
    })
  })

  it('is nobody for a session that does not exist, or is another tenant’s', async () => {
    const other = await test.otherTenant()
    const sessionId = await openSession(await buildUser(test.ctx))
    expect(await readPrincipal(other.ctx.db, other.tenant.id, sessionId)).toBeNull()
    expect(await readPrincipal(other.ctx.db, test.tenant.id, sessionId)).toBeNull()
    expect(await readPrincipal(test.ctx.db, test.tenant.id, test.tenant.id)).toBeNull()
  })

  it('may do everything as a super administrator, and what providers do in their tenants only', {
    meta: { covers: ['permissions.super-administrator'] },
  }, async () => {
    const admin = await buildAdmin(test.ctx, { superAdministrator: true, permissions: [] })
    const manager = await buildAdmin(test.ctx, {
      permissions: [
        ['TENANTS', 'VIEW'],
        ['GRIDS', 'VIEW'],
      ],
    })
    const everything = ['VIEW', 'ADD', 'EDIT', 'REMOVE']
    const inProvider = (await principalOf(admin))?.rights.permissions
    expect([inProvider?.SETTINGS, inProvider?.TENANTS]).toEqual([everything, everything])
    await test.ctx.db.updateTable('tenants').set({ is_provider: false }).execute()
    const elsewhere = (await principalOf(admin))?.rights.permissions
    expect([elsewhere?.SETTINGS, elsewhere?.TENANTS]).toEqual([everything, undefined])
    expect((await principalOf(manager))?.rights.permissions).toEqual({ GRIDS: ['VIEW'] })
    await test.ctx.db.updateTable('tenants').set({ is_provider: true }).execute()
  })

  it('is read by one statement once its roles are known', async () => {
    const sessionId = await openSession(await buildAdmin(test.ctx))
    await readPrincipal(test.ctx.db, test.tenant.id, sessionId)
    const { db } = test.ctx
    const sent = vi.spyOn(db, 'executeQuery')
    const selected = vi.spyOn(db, 'selectFrom')
    await readPrincipal(db, test.tenant.id, sessionId)
    expect(sent).toHaveBeenCalledTimes(1)
    expect(selected).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})

describe('with the next request holds', () => {
  it('a role given and taken', async () => {
    const user = await buildUser(test.ctx)
    const token = await signInAs(test.ctx, user)
    const roleid = await buildRole(test.ctx, { permissions: [['USERS', 'VIEW']] })
    const params = { userid: user.id, roleid }
    const read = async () =>
      (await test.call(readUser, { as: token, params: { id: user.id } })).status
    expect(await read()).toBe(403)
    await test.call(assignUserRole, { as, params })
    expect(await read()).toBe(200)
    await test.call(removeUserRole, { as, params })
    expect(await read()).toBe(403)
  })

  it('a change of the role itself', async () => {
    const user = await buildAdmin(test.ctx, { permissions: [['USERS', 'VIEW']] })
    const read = async () =>
      (await test.call(readUser, { as: user.token, params: { id: user.id } })).status
    expect(await read()).toBe(200)
    await test.ctx.db
      .updateTable('roles')
      .set((eb) => ({ permissions: '{}', version: eb('version', '+', 1) }))
      .where('id', '=', user.roleId)
      .execute()
    expect(await read()).toBe(403)
  })

  it('a lock', async () => {
    const user = await buildUser(test.ctx)
    const token = await signInAs(test.ctx, user)
    expect((await test.call(listOwnSessions, { as: token })).status).toBe(200)
    await test.call(changeUserState, { as, params: { id: user.id }, body: { locked: true } })
    expect((await test.call(listOwnSessions, { as: token })).status).toBe(401)
  })
})
