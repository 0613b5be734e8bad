import {
  assignProviderRole,
  listProviderRoles,
  listUserProviderRoles,
  removeProviderRole,
} from '@signet/contract/identity/provider-roles'
import { listTenants } from '@signet/contract/provider/tenants'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin, buildRole, buildUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/* Guard: `expectOfProviders`. */

let test: TestApp
let as: string
let roleid: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  const { text } = await test.call(listProviderRoles, { as })
  const roles: readonly { readonly id: string }[] = JSON.parse(text)
  roleid = roles[0]?.id ?? ''
})
afterAll(() => test.close())

it('the service provider roles are the built-in one', async () => {
  const { text } = await test.call(listProviderRoles, { as })
  expect(JSON.parse(text)).toMatchObject([
    { id: roleid, builtIn: 'ACCOUNT_MANAGER', roleType: 'SERVICE_PROVIDER' },
  ])
})

it('a service provider role lets its holder manage tenants until it is removed', async () => {
  const user = await buildUser(test.ctx)
  const token = await signInAs(test.ctx, user)
  const manages = async () => (await test.call(listTenants, { as: token })).status
  const params = { userid: user.id, roleid }
  expect(await manages()).toBe(403)
  const assigned = await test.call(assignProviderRole, { as, params })
  expect(assigned.status, assigned.text).toBe(200)
  expect(await manages()).toBe(200)
  const listed = await test.call(listUserProviderRoles, { as, params })
  expect(JSON.parse(listed.text)).toMatchObject([{ id: roleid }])
  expect((await test.call(removeProviderRole, { as, params })).status).toBe(204)
  expect(await manages()).toBe(403)
})

it('roles of the tenant itself are neither assigned, removed nor listed by these calls', async () => {
  const user = await buildAdmin(test.ctx, { permissions: [['USERS', 'VIEW']] })
  const params = { userid: user.id, roleid: user.roleId }
  const other = await buildRole(test.ctx, {})
  for (const answer of [
    await test.call(assignProviderRole, { as, params: { ...params, roleid: other } }),
    await test.call(removeProviderRole, { as, params }),
  ]) {
    expect([answer.status, answer.body.errorCode]).toEqual([404, 'role_not_found'])
  }
  expect((await test.call(listUserProviderRoles, { as, params })).text).toBe('[]')
})

it('a tenant that is no provider has none', async () => {
  const other = await test.otherTenant()
  await test.testDatabase.asOwner((owner) =>
    owner.query('update tenants set is_provider = false where tenant_id = $1', [other.tenant.id]),
  )
  const { token } = await buildAdmin(other.ctx)
  await expect
    .poll(async () => (await other.call(listProviderRoles, { as: token })).text)
    .toBe('[]')
})

it('a service provider role is not assigned by an administrator who lacks its rights', async () => {
  const user = await buildUser(test.ctx)
  const { token } = await buildAdmin(test.ctx, {
    permissions: [
      ['ROLES', 'VIEW'],
      ['ROLES', 'EDIT'],
    ],
  })
  const params = { userid: user.id, roleid }
  const refused = await test.call(assignProviderRole, { as: token, params })
  expect([refused.status, refused.body.errorCode]).toEqual([403, 'rights_not_held'])
})
