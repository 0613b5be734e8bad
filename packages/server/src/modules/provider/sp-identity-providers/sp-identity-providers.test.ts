import { readAuthenticationInformation } from '@signet/contract/access/authentication'
import { listUsers } from '@signet/contract/identity/user-lists'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  readSpIdentityProvider,
  readTenantSpIdentityProvider,
  readTenantSpIdentityProviderInfo,
  updateSpIdentityProvider,
  updateTenantSpIdentityProvider,
} from '@signet/contract/provider/sp-identity-providers'
import { createSupportGrant, endSupportGrant } from '@signet/contract/provider/support-grants'
import { deleteTenant } from '@signet/contract/provider/tenant-deletions'
import {
  completeSupportChallenge,
  createSupportChallenge,
  readSupportSession,
} from '@signet/contract/provider/tenant-support'
import { changeTenantHost, lockTenant } from '@signet/contract/provider/tenants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverNotices } from '../../../../testing/access/mail.ts'
import { fieldOf } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { buildProven } from '../../../../testing/provider/proven-administrators.ts'
import {
  type AdministeredTenant,
  tenantsBelow,
} from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/*
 * Guards: both switches and the states of either side in `sp_identity_provider_above`; `grantFor` before a
 * challenge; `expectSuperAdministrator` where a tenant allows it again; `expectKept`; `inTenantBelow`.
 */

const action = 'TENANT_SP_IDENTITY_PROVIDER_UPDATED'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

/** A provider below the root, with an administrator who has proven two factors, and a tenant below it. */
const build = async () => {
  const make = tenantsBelow(test, () => as)
  const provider = await make({ isSp: true })
  const tenant = await make({ by: provider })
  return { provider, tenant, helper: await buildProven(provider.ctx) }
}
type Built = Awaited<ReturnType<typeof build>>

const codeOf = ({ status, body }: Answer) => [status, body.errorCode]
const at = ({ provider, tenant }: Built) => ({
  as: provider.admin.token,
  params: { id: tenant.id },
})

const enable = (built: Built, enabled = true) =>
  built.provider.call(updateTenantSpIdentityProvider, { ...at(built), body: { enabled } })
const allow = ({ tenant }: Built, allowed: boolean) =>
  tenant.call(updateSpIdentityProvider, { as: tenant.admin.token, body: { allowed } })

/** What the sign-in page of the tenant shows; a tenant is known for a second. */
const shown = async ({ tenant }: Built): Promise<unknown> =>
  (await tenant.call(readAuthenticationInformation)).body.spIdentityProvider
const expectShown = async (built: Built, wanted: unknown): Promise<void> => {
  await expect.poll(() => shown(built)).toEqual(wanted)
}

/** How the provider is shown while nothing was renamed. */
const offer = ({ provider: { ctx }, tenant }: Built) => ({
  name: ctx.tenant.companyName,
  url: `${ctx.tenant.publicUrl}/#/serviceprovider/tenants/${tenant.id}/support?enter`,
})

const grant = async ({ tenant }: Pick<Built, 'tenant'>, reason = 'Sign-ins fail') => {
  const { token } = tenant.admin
  const body = { reason, hours: 4 }
  const given = await tenant.call(createSupportGrant, { as: token, body })
  expect(given.status, given.text).toBe(201)
  return String(given.body.id)
}
const end = ({ tenant }: Built, id: string) =>
  tenant.call(endSupportGrant, { as: tenant.admin.token, params: { id } })

interface Caller {
  readonly token: string
}

/** Led here by the tenant's sign-in page: no grant is named. */
const challenge = ({ provider, tenant, helper }: Built, { token }: Caller = helper) =>
  provider.call(createSupportChallenge, { as: token, body: { tenantId: tenant.id } })
const complete = ({ tenant }: Built, { body }: Pick<Answer, 'body'>) =>
  tenant.call(completeSupportChallenge, { body: { challenge: body.challenge } })
const tokenOf = ({ body }: Answer): string => String(fieldOf(body, 'jwt', 'token'))
const look = async ({ tenant }: Built, token: string) =>
  (await tenant.call(listUsers, { as: token, body: {} })).status

const eventsOf = ({ call, admin }: AdministeredTenant, more: object = {}) =>
  call(listAuditEvents, { as: admin.token, body: { actions: [action], ...more } })

describe('the sign-in of a provider on the sign-in page of a tenant', () => {
  it('is shown with the provider’s name and URL once it is enabled, and not before', async () => {
    const built = await build()
    expect(await shown(built)).toBeNull()
    const enabled = await enable(built)
    expect([enabled.status, enabled.body]).toEqual([200, { enabled: true, allowed: true }])
    await expectShown(built, offer(built))
    const read = await built.provider.call(readTenantSpIdentityProvider, at(built))
    expect(read.body).toEqual({ enabled: true, allowed: true })
    const { tenant, provider } = built
    const own = await tenant.call(readSpIdentityProvider, { as: tenant.admin.token })
    expect(own.body).toEqual({
      enabled: true,
      allowed: true,
      provider: provider.ctx.tenant.companyName,
    })
    await enable(built, false)
    await expectShown(built, null)
  })

  it('is in both logs and mailed to the super administrators of the tenant, once', async () => {
    const built = await build()
    const { tenant, provider } = built
    await enable(built)
    await enable(built)
    const above = await eventsOf(provider, { entityId: tenant.id })
    expect(above.body.results).toMatchObject([{ actorId: provider.admin.id }])
    const inside = await eventsOf(tenant)
    const { companyName } = provider.ctx.tenant
    expect(inside.body.results).toMatchObject([
      { actorName: companyName, address: null, userAgent: null },
    ])
    expect(inside.text).not.toContain(provider.admin.userId)
    await deliverNotices({ ...test, ctx: tenant.ctx })
    const mails = test.outbox().filter(({ to }) => to.startsWith(tenant.admin.userId))
    const notices = mails.filter(({ text }) => text.includes('Service provider sign-in changed'))
    expect(notices).toHaveLength(1)
    expect(notices[0]?.text).toContain(`By: ${companyName}`)
  })

  it.each([true, false])('heeds the version that was read, set to %s', async (enabled) => {
    const built = await build()
    const stale = await built.provider.call(updateTenantSpIdentityProvider, {
      ...at(built),
      headers: { 'if-match': '"99"' },
      body: { enabled },
    })
    expect(stale.status).toBe(412)
  })

  it('follows the host names of provider and tenant', async () => {
    const built = await build()
    const { provider, tenant } = built
    await enable(built)
    await grant(built)
    const renamed = `renamed-${provider.hostname}`
    const moved = `moved-${tenant.hostname.split('.')[0]}.${renamed}`
    await test.call(changeTenantHost, {
      as,
      params: { id: provider.id },
      body: { hostname: renamed },
    })
    const url = offer(built).url.replace(provider.hostname, renamed)
    await expectShown(built, expect.objectContaining({ url }))
    const info = async () => (await provider.call(readTenantSpIdentityProviderInfo, at(built))).body
    await expect.poll(info).toMatchObject({ signInUrl: url })
    const host = await provider.call(changeTenantHost, { ...at(built), body: { hostname: moved } })
    expect(host.status, host.text).toBe(200)
    expect(String((await info()).publicUrl)).toContain(`//${moved}`)
    expect(String((await challenge(built)).body.publicUrl)).toContain(`//${moved}`)
  })

  it('stays off while the tenant has it off, whatever the provider sets', async () => {
    const built = await build()
    const { provider } = built
    await enable(built)
    await grant(built)
    expect((await allow(built, false)).body).toMatchObject({ enabled: true, allowed: false })
    await expectShown(built, null)
    await enable(built, false)
    expect((await enable(built)).body).toEqual({ enabled: true, allowed: false })
    const forced = await provider.call(updateTenantSpIdentityProvider, {
      ...at(built),
      body: { enabled: true, allowed: true },
    })
    expect(forced.status).toBe(400)
    expect(await shown(built)).toBeNull()
    expect(codeOf(await challenge(built))).toEqual([409, 'sp_identity_provider_disabled'])
    await allow(built, true)
    await expectShown(built, offer(built))
    expect((await challenge(built)).status).toBe(200)
  })

  it('is turned off with the permission alone, and allowed again by super administrators', async () => {
    const built = await build()
    const { tenant } = built
    const { token } = await buildAdmin(tenant.ctx, {
      permissions: [
        ['SUPPORTGRANTS', 'VIEW'],
        ['SUPPORTGRANTS', 'EDIT'],
      ],
    })
    const set = (allowed: boolean) =>
      tenant.call(updateSpIdentityProvider, { as: token, body: { allowed } })
    expect((await set(false)).status).toBe(200)
    expect(codeOf(await set(true))).toEqual([403, 'rights_not_held'])
  })

  it('is not shown while the provider or the tenant is locked', async () => {
    const [one, other] = [await build(), await build()]
    for (const built of [one, other]) {
      await enable(built)
      await expectShown(built, expect.anything())
    }
    await test.call(lockTenant, { as, params: { id: one.provider.id } })
    await other.provider.call(lockTenant, at(other))
    for (const built of [one, other]) await expectShown(built, null)
  })

  it('is not found by another provider, nor by one further above', async () => {
    const { tenant } = await build()
    const params = { id: tenant.id }
    for (const { call, ctx } of [test, await test.otherTenant()]) {
      const given = { as: (await buildAdmin(ctx)).token, params }
      const answers = [
        await call(readTenantSpIdentityProvider, given),
        await call(readTenantSpIdentityProviderInfo, given),
        await call(updateTenantSpIdentityProvider, { ...given, body: { enabled: true } }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
  })

  it('ends with its tenant', async () => {
    const built = await build()
    const { provider } = built
    await enable(built)
    await grant(built)
    const deleted = await provider.call(deleteTenant, at(built))
    expect(deleted.status, deleted.text).toBe(200)
    await expectShown(built, null)
    expect(codeOf(await enable(built, false))).toEqual([409, 'tenant_in_deletion'])
    const proof = await challenge(built)
    const none = { body: { challenge: 'x'.repeat(43) } }
    const locked = [403, 'account_locked']
    // The lock of a tenant is up to 1 s old.
    await expect.poll(async () => codeOf(await complete(built, none))).toEqual(locked)
    expect(codeOf(await complete(built, proof))).toEqual(locked)
    await test.testDatabase.asOwner((owner) =>
      owner.query('update tenants set terminated = true where tenant_id = $1', [built.tenant.id]),
    )
    const gone = await provider.call(readTenantSpIdentityProviderInfo, at(built))
    expect(codeOf(gone)).toEqual([404, 'not_found'])
    expect(codeOf(await challenge(built))).toEqual([404, 'not_found'])
  })
})

describe('a sign-in that began there', () => {
  it('enters under the grant that was given last, and ends with it', async () => {
    const built = await build()
    const { tenant, provider } = built
    await enable(built)
    await grant(built, 'Earlier')
    test.clock.advance(1000)
    const id = await grant(built, 'Later')
    const info = await provider.call(readTenantSpIdentityProviderInfo, at(built))
    expect(info.body).toMatchObject({ grant: { id, reason: 'Later', state: 'ACTIVE' } })
    const users = async () =>
      (await tenant.ctx.db.selectFrom('users').select('id').execute()).length
    const before = await users()
    const opened = await complete(built, await challenge(built))
    expect(opened.status, opened.text).toBe(200)
    const token = tokenOf(opened)
    expect(await look(built, token)).toBe(200)
    const session = await tenant.call(readSupportSession, { as: token })
    expect(session.body.grant).toMatchObject({ id })
    // It is the session of no user, and made none.
    expect(await users()).toBe(before)
    await end(built, id)
    expect(await look(built, token)).toBe(401)
    const next = await challenge(built)
    expect(next.status, next.text).toBe(200)
  })

  it('is refused without a grant, and once the last one has ended', async () => {
    const built = await build()
    await enable(built)
    expect(codeOf(await challenge(built))).toEqual([409, 'support_grant_over'])
    const id = await grant(built)
    expect((await challenge(built)).status).toBe(200)
    await end(built, id)
    expect(codeOf(await challenge(built))).toEqual([409, 'support_grant_over'])
    const info = await built.provider.call(readTenantSpIdentityProviderInfo, at(built))
    expect(info.body.grant).toBeNull()
  })

  it('is refused under a grant to another provider', async () => {
    const built = await build()
    await enable(built)
    const id = await grant(built)
    await test.testDatabase.asOwner((owner) =>
      owner.query('update support_grants set provider_id = $2 where id = $1', [id, test.tenant.id]),
    )
    expect(codeOf(await challenge(built))).toEqual([409, 'support_grant_over'])
  })

  it('is refused where the provider has not enabled it, though a grant is active', async () => {
    const built = await build()
    await grant(built)
    expect(codeOf(await challenge(built))).toEqual([409, 'sp_identity_provider_disabled'])
  })

  it('takes two factors and the permission to edit tenants', async () => {
    const built = await build()
    await enable(built)
    await grant(built)
    const { ctx } = built.provider
    const unproven = await buildAdmin(ctx)
    expect(codeOf(await challenge(built, unproven))).toEqual([403, 'step_up_required'])
    const viewer = await buildProven(ctx, { permissions: [['TENANTS', 'VIEW']] })
    expect(codeOf(await challenge(built, viewer))).toEqual([403, 'access_denied'])
    const editor = await buildProven(ctx, { permissions: [['TENANTS', 'EDIT']] })
    expect((await challenge(built, editor)).status).toBe(200)
  })

  it('is not found at another provider, though the tenant has granted access', {
    meta: { covers: ['S21'] },
  }, async () => {
    const built = await build()
    await enable(built)
    await grant(built)
    const body = { tenantId: built.tenant.id }
    for (const { call, ctx } of [test, await test.otherTenant()]) {
      const { token } = await buildProven(ctx)
      const answer = await call(createSupportChallenge, { as: token, body })
      expect(codeOf(answer)).toEqual([404, 'not_found'])
    }
  })
})
