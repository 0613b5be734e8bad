import { readOwnPasswordRules } from '@signet/contract/access/self-authenticators'
import { readMagicLinkInformation } from '@signet/contract/authenticators/magic-links'
import { readUserPasswordRules } from '@signet/contract/authenticators/passwords'
import { readUserAuthenticators } from '@signet/contract/authenticators/user-authenticators'
import { assignUserRole } from '@signet/contract/identity/roles'
import {
  changeGroupPolicyState,
  createAdministratorRolePolicy,
  createGroupPolicy,
  createMagicLinkPolicy,
  createTenantPolicy,
  createVerificationPolicy,
  deleteGroupPolicy,
  listGroupPolicies,
  orderGroupPolicies,
  readGroupPolicy,
  updateGroupPolicy,
} from '@signet/contract/settings/grouppolicy'
import { readPasswordSettings, updatePasswordSettings } from '@signet/contract/settings/password'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAdmin,
  buildGroup,
  buildRole,
  buildUser,
  signInAs,
} from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { counting, reserve, strangerOf } from '../../authenticators/attempts/index.ts'
import { settings } from '../../settings/families/index.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const add = async (body: object) => {
  const answer = await test.call(createGroupPolicy, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return answer
}
const idOf = ({ body }: { readonly body: Record<string, unknown> }): string => String(body.id)

/** A group with one person in it. */
const grouped = async () => {
  const user = await buildUser(test.ctx)
  const group = await buildGroup(test.ctx, { members: [user.id] })
  return { user, group }
}

const all = async (): Promise<{ id: string; name: string; priority: number }[]> =>
  JSON.parse((await test.call(listGroupPolicies, { as })).text)

afterEach(async () => {
  for (const { id } of await all()) await test.call(deleteGroupPolicy, { as, params: { id } })
})

const lengthFor = async (userId: string): Promise<unknown> => {
  const { body } = await test.call(readUserPasswordRules, { as, params: { userid: userId } })
  return body.minimumLength
}

describe('a group policy', () => {
  it('takes the place of the settings for the people of its groups, and of the fields that it names', async () => {
    const { user, group } = await grouped()
    const other = await buildUser(test.ctx)
    await test.call(updatePasswordSettings, { as, body: { historySize: 7 } })
    await add({
      name: 'Strict',
      groupIds: [group.id],
      settings: { password: { minimumLength: 20 } },
    })
    const { body } = await test.call(readUserPasswordRules, { as, params: { userid: user.id } })
    expect(body).toMatchObject({ minimumLength: 20, historySize: 7 })
    expect(await lengthFor(other.id)).toBe(10)
    const tenants = await test.call(readPasswordSettings, { as })
    expect(tenants.body).toMatchObject({ minimumLength: 10 })
  })

  it('is what its own people read too', async () => {
    const { user, group } = await grouped()
    await add({ name: 'Own', groupIds: [group.id], settings: { password: { minimumLength: 21 } } })
    const own = await signInAs(test.ctx, user)
    const { body } = await test.call(readOwnPasswordRules, { as: own })
    expect(body.minimumLength).toBe(21)
  })

  it('that comes first decides a family, whatever the next one says of it', {
    meta: { covers: ['admin.group-policy-priority'] },
  }, async () => {
    const { user, group } = await grouped()
    const wanted = (minimumLength: number, more: object = {}) => ({
      password: { minimumLength },
      ...more,
    })
    const first = await add({ name: 'First', groupIds: [group.id], settings: wanted(15) })
    const token = { token: { maximumPerUser: 1 } }
    const second = await add({
      name: 'Second',
      groupIds: [group.id],
      settings: wanted(30, token),
    })
    expect(await lengthFor(user.id)).toBe(15)
    const ids = [idOf(second), idOf(first)]
    const ordered = await test.call(orderGroupPolicies, { as, body: { ids } })
    expect(ordered.status, ordered.text).toBe(200)
    expect((await all()).map(({ name, priority }) => [name, priority])).toEqual([
      ['Second', 1],
      ['First', 2],
    ])
    expect(await lengthFor(user.id)).toBe(30)
  })

  it('that is off says nothing, nor does one that is gone or has lost its group', {
    meta: { covers: ['admin.group-policy-priority', 'lifecycle.other-state-calls'] },
  }, async () => {
    const { user, group } = await grouped()
    const made = await add({
      name: 'Off and on',
      state: 'INACTIVE',
      groupIds: [group.id],
      settings: { password: { minimumLength: 18 } },
    })
    const params = { id: idOf(made) }
    expect(await lengthFor(user.id)).toBe(10)
    await test.call(changeGroupPolicyState, { as, params, body: { state: 'ACTIVE' } })
    expect(await lengthFor(user.id)).toBe(18)
    await test.ctx.db
      .deleteFrom('user_groups')
      .where('tenant_id', '=', test.ctx.tenant.id)
      .where('user_id', '=', user.id)
      .execute()
    expect(await lengthFor(user.id)).toBe(10)
    await test.call(deleteGroupPolicy, { as, params })
    expect((await test.call(readGroupPolicy, { as, params })).body.errorCode).toBe(
      'group_policy_not_found',
    )
  })

  it('of one part alone is made by the call of that part', async () => {
    const { user, group } = await grouped()
    const answer = await test.call(createTenantPolicy, {
      as,
      body: { name: 'Lockouts', groupIds: [group.id], settings: { passwordAttempts: 3 } },
    })
    expect(answer.body.settings).toEqual({ tenant: { passwordAttempts: 3 } })
    await test.ctx.db
      .updateTable('users')
      .set({ email_verified: true })
      .where('tenant_id', '=', test.ctx.tenant.id)
      .execute()
    const verification = await test.call(createVerificationPolicy, {
      as,
      body: { name: 'Proof', groupIds: [group.id], settings: { verificationEnabled: true } },
    })
    expect(verification.body.settings).toEqual({ verification: { verificationEnabled: true } })
    expect((await settings.verification(test.ctx, user.id)).verificationEnabled).toBe(true)
    expect((await settings.verification(test.ctx)).verificationEnabled).toBe(false)
  })

  it('of links in mails decides who signs in by one, and how long it works', async () => {
    const { user, group } = await grouped()
    const other = await buildUser(test.ctx)
    await test.ctx.db
      .updateTable('users')
      .set({ email: 'linked@example.test', email_verified: true })
      .where('tenant_id', '=', test.ctx.tenant.id)
      .where('id', '=', user.id)
      .execute()
    const made = await test.call(createMagicLinkPolicy, {
      as,
      body: {
        name: 'Links',
        groupIds: [group.id],
        settings: { enabled: true, issuedLifeSeconds: 900, handOver: true },
      },
    })
    expect(made.body.settings).toMatchObject({ magiclink: { enabled: true } })
    const of = async (userid: string) =>
      (await test.call(readMagicLinkInformation, { as, params: { userid } })).body
    expect(await of(user.id)).toMatchObject({ obstacle: null, lifeSeconds: 900, handOver: true })
    expect(await of(other.id)).toMatchObject({ obstacle: 'DISABLED', lifeSeconds: 3600 })
  })

  it('of administrator roles leaves its people those that it lists, and what they have', async () => {
    const { user, group } = await grouped()
    const [listed, unlisted] = [await buildRole(test.ctx, {}), await buildRole(test.ctx, {})]
    const give = (roleid: string) =>
      test.call(assignUserRole, { as, params: { userid: user.id, roleid } })
    const foreign = await test.call(createAdministratorRolePolicy, {
      as,
      body: {
        name: 'Roles',
        groupIds: [group.id],
        settings: { assignable: 'LISTED', roleIds: [crypto.randomUUID()] },
      },
    })
    expect(foreign.body.errorCode).toBe('role_not_found')
    const made = await test.call(createAdministratorRolePolicy, {
      as,
      body: {
        name: 'Roles',
        groupIds: [group.id],
        settings: { assignable: 'LISTED', roleIds: [listed] },
      },
    })
    expect(made.status, made.text).toBe(200)
    expect((await give(unlisted)).body.errorCode).toBe('role_not_assignable')
    expect((await give(listed)).status).toBe(200)
    await test.call(updateGroupPolicy, {
      as,
      params: { id: idOf(made) },
      body: {
        name: 'Roles',
        groupIds: [group.id],
        settings: { administratorrole: { assignable: 'LISTED', roleIds: [] } },
      },
    })
    expect((await give(unlisted)).body.errorCode).toBe('role_not_assignable')
    expect((await give(listed)).status).toBe(200)
    const { id } = await buildUser(test.ctx)
    const others = await test.call(assignUserRole, {
      as,
      params: { userid: id, roleid: unlisted },
    })
    expect(others.status, others.text).toBe(200)
  })

  it('demands a registration of what its own settings offer, and of nothing that nobody can have', async () => {
    const { group } = await grouped()
    const registration = { kba: 'REQUIRED' }
    const body = { name: 'Questions', groupIds: [group.id], settings: { registration } }
    const refused = await test.call(createGroupPolicy, { as, body })
    expect(refused.body.fields).toEqual([
      { path: 'body.settings.registration.kba', message: 'not_available_yet' },
    ])
    const kba = { maximumNumberOfQuestions: 5 }
    await add({ ...body, settings: { registration, kba } })
  })

  it('gives fewer tries, and strangers one of the numbers that people have, always the same', async () => {
    const { user, group } = await grouped()
    await add({
      name: 'Tries',
      groupIds: [group.id],
      settings: { tenant: { passwordAttempts: 3 } },
    })
    const attempt = { userId: user.id, factor: 'PASSWORD', device: null } as const
    for (let count = 0; count < 3; count += 1) {
      expect(await reserve(test.ctx, attempt)).not.toBeNull()
    }
    expect(await reserve(test.ctx, attempt)).toBeNull()
    const params = { userid: user.id }
    const { body } = await test.call(readUserAuthenticators, { as, params })
    expect(body.lockouts).toMatchObject([
      { type: 'PASSWORD', device: 'STRANGE', attempts: 3, remainingAttempts: 0 },
    ])
    const names = Array.from({ length: 40 }, (_, index) => `nobody-${index}`)
    const triesOf = async (name: string): Promise<number> =>
      (await counting.budgetOf(test.ctx, 'PASSWORD', strangerOf(test.ctx, name))).batch
    const tries = await Promise.all(names.map(triesOf))
    expect(new Set(tries)).toEqual(new Set([3, 5]))
    expect(await Promise.all(names.map(triesOf))).toEqual(tries)
  })

  it.each([
    [
      'a field that does not exist',
      { password: { minimumLenght: 12 } },
      'body.settings.password.minimumLenght',
    ],
    [
      'a field that holds for the whole tenant',
      { registration: { selfRegistration: true } },
      'body.settings.registration.selfRegistration',
    ],
    [
      'what does not go with the settings of the tenant',
      {
        password: {
          digit: 'NOT_ALLOWED',
          lowercase: 'NOT_ALLOWED',
          uppercase: 'NOT_ALLOWED',
          special: 'NOT_ALLOWED',
        },
      },
      'body.settings.password.special',
    ],
  ])('is refused with %s', async (_case, wanted, path) => {
    const { group } = await grouped()
    const body = { name: 'Faulty', groupIds: [group.id], settings: wanted }
    const answer = await test.call(createGroupPolicy, { as, body })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.fields).toEqual([expect.objectContaining({ path })])
    expect(await all()).toEqual([])
  })

  it('is refused under a name that another has, for a group that is not there, and to who manages some groups', {
    meta: { covers: ['permissions.group-management'] },
  }, async () => {
    const { group } = await grouped()
    await add({ name: 'Named', groupIds: [group.id], settings: {} })
    const twice = await test.call(createGroupPolicy, {
      as,
      body: { name: 'NAMED', groupIds: [group.id], settings: {} },
    })
    expect(twice.body.errorCode).toBe('group_policy_exists')
    const nowhere = await test.call(createGroupPolicy, {
      as,
      body: { name: 'Nowhere', groupIds: [crypto.randomUUID()], settings: {} },
    })
    expect(nowhere.body.errorCode).toBe('group_not_found')
    const limited = await buildUser(test.ctx)
    const role_id = await buildRole(test.ctx, {
      permissions: [['SETTINGS', 'VIEW']],
      groupIds: [group.id],
    })
    await test.ctx.db
      .insertInto('user_roles')
      .values({ tenant_id: test.ctx.tenant.id, user_id: limited.id, role_id })
      .execute()
    const token = await signInAs(test.ctx, limited)
    const answer = await test.call(listGroupPolicies, { as: token })
    expect(answer.body.errorCode).toBe('access_denied')
  })

  it('is kept by its version, and in an order that names every policy once', async () => {
    const { group } = await grouped()
    const made = await add({ name: 'Kept', groupIds: [group.id], settings: {} })
    const params = { id: idOf(made) }
    const body = { name: 'Changed', groupIds: [group.id], settings: {} }
    const headers = { 'if-match': '"99"' }
    const stale = await test.call(updateGroupPolicy, { as, params, body, headers })
    expect(stale.status).toBe(412)
    const changed = await test.call(updateGroupPolicy, { as, params, body })
    expect(changed.body).toMatchObject({ name: 'Changed', version: 2 })
    const ids = [params.id, params.id]
    const twice = await test.call(orderGroupPolicies, { as, body: { ids } })
    expect(twice.body.errorCode).toBe('group_policy_not_found')
  })

  it('costs nothing where there is none: the settings of a person need no query', async () => {
    const { user, group } = await grouped()
    await settings.password(test.ctx)
    const seen: string[] = []
    const db = new Proxy(test.ctx.db, {
      get: (target, name) => {
        if (name === 'executeQuery') seen.push('query')
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await settings.password({ ...test.ctx, db }, user.id)
    expect(seen).toEqual([])
    await add({ name: 'Now', groupIds: [group.id], settings: { password: { minimumLength: 12 } } })
    await settings.password(test.ctx)
    await settings.password({ ...test.ctx, db }, user.id)
    expect(seen).toHaveLength(1)
  })
})
