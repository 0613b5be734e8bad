import { removeUserRole } from '@signet/contract/identity/roles'
import { listUsers } from '@signet/contract/identity/user-lists'
import { changeUserState, deleteUser } from '@signet/contract/identity/users'
import { createSupportGrant, endSupportGrant } from '@signet/contract/provider/support-grants'
import {
  completeSupportChallenge,
  createSupportChallenge,
} from '@signet/contract/provider/tenant-support'
import { lockTenant } from '@signet/contract/provider/tenants'
import { endOwnSession, endOwnSessions, listOwnSessions } from '@signet/contract/tenancy/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { buildProven, proveTwo } from '../../../../testing/provider/proven-administrators.ts'
import {
  type AdministeredTenant,
  tenantsBelow,
} from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/*
 * Guards: `support_administrator_stands` on each request and in `completeChallenge`, with the join of
 * `sessions` in it.
 */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const codeOf = ({ status, body }: Answer) => [status, body.errorCode]

const buildHelper = (
  { ctx }: Pick<AdministeredTenant, 'ctx'>,
  role?: Parameters<typeof buildAdmin>[1],
) => buildProven(ctx, role)

/** A provider with a tenant that has granted it access. */
const build = async () => {
  const make = tenantsBelow(test, () => as)
  const provider = await make({ isSp: true })
  const tenant = await make({ by: provider })
  const body = { reason: 'Sign-ins fail', hours: 4 }
  const grant = await tenant.call(createSupportGrant, { as: tenant.admin.token, body })
  expect(grant.status, grant.text).toBe(201)
  const grantId = String(grant.body.id)
  const challenge = (helper: { readonly token: string }) =>
    provider.call(createSupportChallenge, {
      as: helper.token,
      body: { tenantId: tenant.id, grantId },
    })
  const complete = ({ body: { challenge: secret } }: Answer) =>
    tenant.call(completeSupportChallenge, { body: { challenge: secret } })
  const enter = async (helper: { readonly token: string }): Promise<string> => {
    const opened = await complete(await challenge(helper))
    expect(opened.status, opened.text).toBe(200)
    return String(fieldOf(opened.body, 'jwt', 'token'))
  }
  const look = async (token: string) =>
    (await tenant.call(listUsers, { as: token, body: {} })).status
  return { provider, tenant, grantId, challenge, complete, enter, look }
}
type Built = Awaited<ReturnType<typeof build>>
type Helper = Awaited<ReturnType<typeof buildHelper>>

/** What ends an administrator’s work at the provider. */
const ends = {
  'has lost the role': async ({ provider }: Built, { id, roleId }: Helper) => {
    const params = { userid: id, roleid: roleId }
    return provider.call(removeUserRole, { as: provider.admin.token, params })
  },
  'is locked': async ({ provider }: Built, { id }: Helper) =>
    provider.call(changeUserState, {
      as: provider.admin.token,
      params: { id },
      body: { locked: true },
    }),
  'is disabled': async ({ provider }: Built, { id }: Helper) =>
    provider.call(changeUserState, {
      as: provider.admin.token,
      params: { id },
      body: { state: 'INACTIVE' },
    }),
  'is deleted': async ({ provider }: Built, { id }: Helper) =>
    provider.call(deleteUser, { as: provider.admin.token, params: { id } }),
  'works for a provider that is locked': async ({ provider }: Built) =>
    test.call(lockTenant, { as, params: { id: provider.id } }),
} as const

describe('a session under a support grant', () => {
  it.each(Object.entries(ends))('ends when its administrator %s', async (_what, end) => {
    const built = await build()
    const helper = await buildHelper(built.provider)
    const token = await built.enter(helper)
    expect(await built.look(token)).toBe(200)
    const ended = await end(built, helper)
    expect(ended.status, ended.text).toBeLessThan(300)
    expect(await built.look(token)).toBe(401)
  })

  it('ends when the session at the provider that opened it is ended, and no other one', async () => {
    const built = await build()
    const { provider } = built
    const helper = await buildHelper(provider)
    const elsewhere = await signInAs(provider.ctx, helper)
    await proveTwo(provider.ctx, helper)
    const [one, other] = [await built.enter(helper), await built.enter({ token: elsewhere })]
    const { text } = await provider.call(listOwnSessions, { as: elsewhere })
    const listed: { id: string; current: boolean }[] = JSON.parse(text)
    const params = { id: listed.find(({ current }) => !current)?.id ?? '' }
    expect([await built.look(one), await built.look(other)]).toEqual([200, 200])
    const ended = await provider.call(endOwnSession, { as: elsewhere, params })
    expect(ended.status, ended.text).toBe(204)
    expect([await built.look(one), await built.look(other)]).toEqual([401, 200])
  })

  it('outlives the session at the provider where that only expires', async () => {
    const built = await build()
    const helper = await buildHelper(built.provider)
    const token = await built.enter(helper)
    await built.provider.ctx.db
      .updateTable('sessions')
      .set({ token_expires_at: new Date(0), expires_at: new Date(0) })
      .where('tenant_id', '=', built.provider.id)
      .where('user_id', '=', helper.id)
      .execute()
    expect(await built.look(token)).toBe(200)
  })

  it('is not opened by a challenge whose session at the provider was ended since', async () => {
    const built = await build()
    const helper = await buildHelper(built.provider)
    const proof = await built.challenge(helper)
    const ended = await built.provider.call(endOwnSessions, { as: helper.token })
    expect(ended.status, ended.text).toBe(204)
    expect(codeOf(await built.complete(proof))).toEqual([400, 'no_transaction'])
  })

  it('of another administrator lives on', async () => {
    const built = await build()
    const [one, other] = [await buildHelper(built.provider), await buildHelper(built.provider)]
    const [first, second] = [await built.enter(one), await built.enter(other)]
    await ends['has lost the role'](built, one)
    expect([await built.look(first), await built.look(second)]).toEqual([401, 200])
  })

  it('is not opened by a challenge of an administrator who has lost the role since', async () => {
    const built = await build()
    const helper = await buildHelper(built.provider)
    const proof = await built.challenge(helper)
    expect(proof.status, proof.text).toBe(200)
    await ends['has lost the role'](built, helper)
    expect(codeOf(await built.complete(proof))).toEqual([400, 'no_transaction'])
    expect((await built.challenge(helper)).status).toBe(403)
  })

  it('is opened by those who may edit tenants, with two factors of their own', async () => {
    const built = await build()
    const editor = await buildHelper(built.provider, { permissions: [['TENANTS', 'EDIT']] })
    expect(await built.look(await built.enter(editor))).toBe(200)
    const viewer = await buildHelper(built.provider, { permissions: [['TENANTS', 'VIEW']] })
    expect(codeOf(await built.challenge(viewer))).toEqual([403, 'access_denied'])
    const unproven = await buildAdmin(built.provider.ctx)
    expect(codeOf(await built.challenge(unproven))).toEqual([403, 'step_up_required'])
  })

  it('is opened by no administrator once the grant has ended', async () => {
    const built = await build()
    const [one, other] = [await buildHelper(built.provider), await buildHelper(built.provider)]
    const token = await built.enter(one)
    const params = { id: built.grantId }
    await built.tenant.call(endSupportGrant, { as: built.tenant.admin.token, params })
    expect(await built.look(token)).toBe(401)
    for (const each of [one, other]) {
      expect(codeOf(await built.challenge(each))).toEqual([409, 'support_grant_over'])
    }
  })
})
