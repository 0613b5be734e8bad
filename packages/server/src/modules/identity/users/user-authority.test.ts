import { assignUserRole, removeUserRole } from '@signet/contract/identity/roles'
import {
  changeUserState,
  deleteUser,
  readUser,
  unlockUser,
  updateUser,
} from '@signet/contract/identity/users'
import type { Need } from '@signet/rules/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'

let test: TestApp
let tenant: TestTenant
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  tenant = await test.otherTenant()
})

const helpDesk: Need[] = [
  ['USERS', 'VIEW'],
  ['USERS', 'EDIT'],
  ['USERS', 'REMOVE'],
]
type Person = { readonly id: string }
type Caller = { readonly token: string }

/** Everything that an administrator may do to a person. */
const acts = {
  'change their name': (by: Caller, { id }: Person) =>
    tenant.call(updateUser, { as: by.token, params: { id }, body: { firstName: 'Changed' } }),
  'lock them': (by: Caller, { id }: Person) =>
    tenant.call(changeUserState, { as: by.token, params: { id }, body: { locked: true } }),
  'switch them off': (by: Caller, { id }: Person) =>
    tenant.call(changeUserState, { as: by.token, params: { id }, body: { state: 'INACTIVE' } }),
  'unlock them': (by: Caller, { id }: Person) =>
    tenant.call(unlockUser, { as: by.token, params: { id } }),
  'delete them': (by: Caller, { id }: Person) =>
    tenant.call(deleteUser, { as: by.token, params: { id } }),
} as const
type Act = keyof typeof acts
const everyAct: Act[] = [
  'change their name',
  'lock them',
  'switch them off',
  'unlock them',
  'delete them',
]

describe('who holds less', () => {
  it.each(everyAct)('cannot %s when they hold more', { meta: { covers: ['S22'] } }, async (act) => {
    const desk = await buildAdmin(tenant.ctx, { permissions: helpDesk })
    const more = await buildAdmin(tenant.ctx, { permissions: [...helpDesk, ['SETTINGS', 'VIEW']] })
    const superior = await buildAdmin(tenant.ctx)
    for (const person of [more, superior]) {
      expect((await acts[act](desk, person)).body.errorCode).toBe('rights_not_held')
    }
  })

  it.each(everyAct)('can %s when they hold as much or nothing', async (act) => {
    const desk = await buildAdmin(tenant.ctx, { permissions: helpDesk })
    const equal = await buildAdmin(tenant.ctx, { permissions: [['USERS', 'VIEW']] })
    for (const person of [equal, await buildUser(tenant.ctx)]) {
      expect((await acts[act](desk, person)).status).toBeLessThan(300)
    }
  })
})

describe('nobody', () => {
  it.each(['lock them', 'switch them off', 'unlock them', 'delete them'] as const)(
    'may do this to themselves: %s',
    async (act) => {
      await buildAdmin(tenant.ctx)
      const admin = await buildAdmin(tenant.ctx)
      expect((await acts[act](admin, admin)).body.errorCode).toBe('user_edit_restricted')
    },
  )
})

describe('an administrator limited to groups', () => {
  it('sees no user who is in none of them', {
    meta: { covers: ['permissions.group-management'] },
  }, async () => {
    const limited = await buildAdmin(tenant.ctx, { permissions: helpDesk })
    await tenant.ctx.db
      .updateTable('roles')
      .set({ group_management: 'SOME', group_ids: '[]', version: 2 })
      .where('id', '=', limited.roleId)
      .execute()
    const person = await buildUser(tenant.ctx)
    const answer = await tenant.call(readUser, { as: limited.token, params: { id: person.id } })
    expect(answer.body.errorCode).toBe('user_not_found')
  })
})

describe('the last super administrator', () => {
  /** May do everything, but is not yet active: whoever it leaves is the last one. */
  const buildRegistering = async () => {
    const admin = await buildAdmin(tenant.ctx)
    await tenant.ctx.db
      .updateTable('users')
      .set({ state: 'REGISTERING' })
      .where('id', '=', admin.id)
      .execute()
    return admin
  }

  it.each(['lock them', 'switch them off', 'delete them'] as const)(
    'stays, whoever would %s',
    async (act) => {
      const by = await buildRegistering()
      const last = await buildAdmin(tenant.ctx)
      const locked = await buildAdmin(tenant.ctx)
      expect((await acts['lock them'](by, locked)).status).toBe(200)
      expect((await acts[act](by, last)).body.errorCode).toBe('last_super_administrator')
    },
  )

  it('keeps the role', async () => {
    const by = await buildRegistering()
    const last = await buildAdmin(tenant.ctx)
    const link = { userid: last.id, roleid: last.roleId }
    const answer = await tenant.call(removeUserRole, { as: by.token, params: link })
    expect(answer.body.errorCode).toBe('last_super_administrator')
  })

  it('remains when two delete each other at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await buildAdmin(tenant.ctx)
      const two = await buildAdmin(tenant.ctx)
      await tenant.ctx.db
        .deleteFrom('users')
        .where('tenant_id', '=', tenant.tenant.id)
        .where('id', 'not in', [one.id, two.id])
        .execute()
      const answers = await Promise.all([
        acts['delete them'](one, two),
        acts['delete them'](two, one),
      ])
      const left = await tenant.ctx.db
        .selectFrom('users')
        .select('id')
        .where('tenant_id', '=', tenant.tenant.id)
        .execute()
      expect(left.length, JSON.stringify(answers.map(({ text }) => text))).toBe(1)
    }
  })

  it('is not made by who is none', async () => {
    const superior = await buildAdmin(tenant.ctx)
    const clerk = await buildAdmin(tenant.ctx, { permissions: [['ROLES', 'EDIT']] })
    const person = await buildUser(tenant.ctx)
    const link = { userid: person.id, roleid: superior.roleId }
    const answer = await tenant.call(assignUserRole, { as: clerk.token, params: link })
    expect(answer.body.errorCode).toBe('rights_not_held')
  })
})
