import { logout } from '@signet/contract/access/authentication'
import { createAuthApiApplication } from '@signet/contract/applications/api-applications'
import { assignUserRole, updateSiteRole } from '@signet/contract/identity/roles'
import { listUsers } from '@signet/contract/identity/user-lists'
import { readUser, updateUser } from '@signet/contract/identity/users'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import {
  acceptSupportRequest,
  createSupportGrant,
  endSupportGrant,
  listSupportGrants,
  readSupportGrant,
} from '@signet/contract/provider/support-grants'
import {
  completeSupportChallenge,
  createSupportChallenge,
  endTenantSupport,
  listTenantSupportGrants,
  readSupportSession,
  requestTenantSupport,
} from '@signet/contract/provider/tenant-support'
import { listBundles } from '@signet/contract/tenancy/bundles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverNotices } from '../../../../testing/access/mail.ts'
import { fieldOf } from '../../../../testing/access/people.ts'
import {
  buildAdmin,
  buildRole,
  buildUser,
  everyPermission,
  signInAs,
} from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { buildTenantBelow, type TenantBelow } from '../../../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import { createContext } from '../../../kit/create-context.ts'
import { toApiError } from '../../../kit/errors.ts'
import { actorOf, readPrincipal } from '../../identity/principals/index.ts'

/*
 * Guards: `expectSuperAdministrator` and `isSupportRole` where a grant is given; `expectOwn`,
 * `expectActive` and `expectTwoFactors` before a challenge; `holdChallenge`; `rightsUnderGrant` on
 * each request; the trigger `support_grant_holds`; `forSupport` of the calls that any console makes, and
 * `revokeSupportSession` when a provider leaves.
 */

interface Below extends TenantBelow {
  /** A super administrator. */
  readonly boss: Awaited<ReturnType<typeof buildAdmin>>
}

let test: TestApp
/** Of the provider, with two factors. */
let admin: Awaited<ReturnType<typeof buildAdmin>>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await signInAnew()
})
afterAll(() => test.close())

const minute = 60_000
const knowledge = { step: 1, authenticator: 'PASSWORD', class: 'KNOWLEDGE', channel: 'TYPED' }
const possession = { step: 2, authenticator: 'TOKEN', class: 'POSSESSION', channel: 'APP' }
const verified = { step: 1, authenticator: 'PASSKEY', class: 'VERIFIED_USER', channel: 'DEVICE' }

/** The user has proven this in the session, just now. */
const prove = async (
  { id }: { readonly id: string },
  proofs: readonly object[] = [knowledge, possession],
  age = 0,
): Promise<void> => {
  const at = test.clock.now().getTime() - age
  await test.testDatabase.asOwner((owner) =>
    owner.query('update sessions set proofs = $2 where user_id = $1', [
      id,
      JSON.stringify(proofs.map((proof) => ({ ...proof, at }))),
    ]),
  )
}

/** Another administrator of the provider: sessions end while the clock is advanced. */
const signInAnew = async (): Promise<void> => {
  admin = await buildAdmin(test.ctx)
  await prove(admin)
}

/** The tenant, whose super administrator signs in again. */
const signedInAgain = async (below: Below): Promise<Below> => ({
  ...below,
  boss: { ...below.boss, token: await signInAs(below.ctx, below.boss) },
})

/** A provider who has signed in anew, and a tenant below. */
const build = async (): Promise<Below> => {
  await signInAnew()
  const below = await buildTenantBelow(test, admin.token)
  return { ...below, boss: await buildAdmin(below.ctx) }
}

const reason = 'Sign-ins with tokens fail'
const give = (below: Below, more: object = {}) =>
  below.call(createSupportGrant, { as: below.boss.token, body: { reason, hours: 4, ...more } })
const challenge = (tenantId: string, grantId: unknown, as = admin.token) =>
  test.call(createSupportChallenge, { as, body: { tenantId, grantId } })
const complete = (below: Below, proof: Answer) =>
  below.call(completeSupportChallenge, { body: { challenge: proof.body.challenge } })
const tokenOf = ({ body }: Answer): string => String(fieldOf(body, 'jwt', 'token'))

/** A session in the tenant, under a new grant. */
const enter = async (below: Below, more: object = {}) => {
  const grant = await give(below, more)
  expect(grant.status, grant.text).toBe(201)
  const grantId = String(grant.body.id)
  const opened = await complete(below, await challenge(below.id, grantId))
  expect(opened.status, opened.text).toBe(200)
  return { grantId, as: tokenOf(opened), opened }
}
const look = async ({ call }: Below, as: string) => (await call(listUsers, { as, body: {} })).status
const codeOf = ({ status, body }: Answer) => [status, body.errorCode]

describe('a support grant', () => {
  it('is given for some hours, and both sides see it', async () => {
    const below = await build()
    const { status, body } = await give(below)
    const shown = { state: 'ACTIVE', reason, rights: 'READ_ONLY', roleName: null, hours: 4 }
    expect([status, body]).toMatchObject([
      201,
      { ...shown, provider: test.tenant.companyName, grantedBy: below.boss.userId, endedAt: null },
    ])
    const ends = Date.parse(String(body.endsAt)) - Date.parse(String(body.grantedAt))
    expect(ends).toBe(4 * 60 * minute)
    const params = { tenantid: below.id }
    const seen = await test.call(listTenantSupportGrants, { as: admin.token, params })
    expect(JSON.parse(seen.text)).toMatchObject([{ id: body.id, ...shown }])
    expect(seen.text).not.toContain(below.boss.userId)
    for (const { text } of [
      await test.call(listAuditEvents, { as: admin.token, body: { entityId: below.id } }),
      await below.call(listAuditEvents, { as: below.boss.token, body: {} }),
    ]) {
      expect(text).toContain('SUPPORTGRANT_GIVEN')
    }
  })

  it('is given by super administrators alone', async () => {
    const below = await build()
    const { token: as } = await buildAdmin(below.ctx, { permissions: everyPermission })
    const refused = await below.call(createSupportGrant, { as, body: { reason, hours: 4 } })
    expect(codeOf(refused)).toEqual([403, 'rights_not_held'])
  })

  it.each([0, 73, 1.5])('lasts from 1 to 72 hours, not %s', async (hours) => {
    expect((await give(await build(), { hours })).status).toBe(400)
  })

  it.each([
    ['of super administrators', { superAdministrator: true }],
    ['that manages support', { permissions: [['SUPPORTGRANTS', 'VIEW']] }],
    ['that changes roles', { permissions: [['ROLES', 'EDIT']] }],
    ['that makes applications', { permissions: [['APPLICATIONS', 'ADD']] }],
    ['that exports', { permissions: [['EXPORTREPORTS', 'VIEW']] }],
  ] as const)('lends no role %s', async (_which, role) => {
    const below = await build()
    const roleId = await buildRole(below.ctx, role)
    const refused = await give(below, { roleId })
    expect([refused.status, JSON.stringify(refused.body.fields)]).toEqual([
      400,
      expect.stringContaining('body.roleId'),
    ])
  })

  it('lends no role of another tenant', async () => {
    const below = await build()
    const roleId = await buildRole(test.ctx, { permissions: [['USERS', 'VIEW']] })
    expect(codeOf(await give(below, { roleId }))).toEqual([404, 'role_not_found'])
  })

  it('is requested with a reason that super administrators are mailed, and accepted', async () => {
    const below = await build()
    const params = { tenantid: below.id }
    const asked = await test.call(requestTenantSupport, {
      as: admin.token,
      params,
      body: { reason: 'Please let us look' },
    })
    expect(asked.body).toMatchObject({ state: 'REQUESTED', hours: null })
    await deliverNotices({ ...test, ctx: below.ctx })
    const [mail] = test.outbox().filter(({ to }) => to.startsWith(below.boss.userId))
    expect(mail?.text).toContain('Support access requested: Please let us look')
    expect(mail?.text).not.toContain(admin.userId)
    const id = String(asked.body.id)
    expect(codeOf(await challenge(below.id, id))).toEqual([409, 'support_grant_over'])
    const accepted = await below.call(acceptSupportRequest, {
      as: below.boss.token,
      params: { id },
      body: { hours: 1 },
    })
    expect(accepted.body).toMatchObject({ state: 'ACTIVE', hours: 1 })
    expect((await challenge(below.id, id)).status).toBe(200)
    const again = await below.call(acceptSupportRequest, {
      as: below.boss.token,
      params: { id },
      body: { hours: 1 },
    })
    expect(codeOf(again)).toEqual([409, 'support_grant_over'])
  })

  it('that was requested expires after seven days', async () => {
    const below = await build()
    const asked = await test.call(requestTenantSupport, {
      as: admin.token,
      params: { tenantid: below.id },
      body: { reason },
    })
    test.clock.advance(7 * 24 * 60 * minute)
    const { token: as } = await buildAdmin(below.ctx)
    const params = { id: String(asked.body.id) }
    const late = await below.call(acceptSupportRequest, { as, params, body: { hours: 1 } })
    expect(codeOf(late)).toEqual([409, 'support_grant_over'])
    const { text } = await below.call(listSupportGrants, { as })
    expect(JSON.parse(text)).toMatchObject([{ state: 'EXPIRED' }])
  })

  it('is one of ten that are open, of several at once too', async () => {
    const below = await build()
    const answers = await Promise.all(Array.from({ length: 12 }, () => give(below)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const left = answers.filter(({ body }) => body.errorCode === 'limit_reached')
    expect(left).toHaveLength(2)
  })
})

describe('a provider under a support grant', () => {
  it('sees what it permits, changes nothing, and its acts are shown', async () => {
    const below = await build()
    const { grantId, as, opened } = await enter(below)
    const user = await buildUser(below.ctx)
    const params = { id: user.id }
    expect((await below.call(readUser, { as, params })).status).toBe(200)
    const refused = await below.call(updateUser, { as, params, body: {} })
    expect(codeOf(refused)).toEqual([403, 'access_denied'])
    const life = Number(opened.body.expiryTime) - Number(opened.body.startTime)
    expect(life).toBe(60 * minute)
    const read = await below.call(readSupportGrant, {
      as: below.boss.token,
      params: { id: grantId },
    })
    const acts = fieldOf(read.body, 'acts')
    expect(acts).toMatchObject([
      { action: 'REQUEST_REJECTED', outcome: 'DENIED' },
      { action: 'SUPPORTGRANT_ENTERED', outcome: 'SUCCESS' },
    ])
  })

  it('is named in the tenant’s log by its company alone, and in its own by its administrator', async () => {
    const below = await build()
    const { grantId } = await enter(below)
    const inside = await below.call(listAuditEvents, {
      as: below.boss.token,
      body: { actorId: grantId },
    })
    expect(inside.body.results).toMatchObject([
      {
        action: 'SUPPORTGRANT_ENTERED',
        actorType: 'support',
        actorName: test.tenant.companyName,
        address: null,
        userAgent: null,
      },
    ])
    expect(inside.text).not.toContain(admin.userId)
    const above = await test.call(listAuditEvents, {
      as: admin.token,
      body: { entityId: below.id, actions: ['SUPPORTGRANT_CHALLENGED', 'SUPPORTGRANT_ENTERED'] },
    })
    expect(above.body.results).toMatchObject([
      { action: 'SUPPORTGRANT_ENTERED', actorId: admin.id },
      { action: 'SUPPORTGRANT_CHALLENGED', actorId: admin.id },
    ])
  })

  it('changes what a role permits, and no more of it than was granted', async () => {
    const below = await build()
    const roleId = await buildRole(below.ctx, {
      permissions: [
        ['USERS', 'VIEW'],
        ['USERS', 'EDIT'],
      ],
    })
    const { as } = await enter(below, { roleId })
    const user = await buildUser(below.ctx)
    const params = { id: user.id }
    const body = { firstName: 'Ada' }
    const change = await below.call(updateUser, { as, params, body })
    expect(change.status, change.text).toBe(200)
    const setRole = (permissions: readonly object[]) =>
      below.call(updateSiteRole, {
        as: below.boss.token,
        params: { id: roleId },
        body: { name: `Role ${roleId}`, groupManagement: 'ALL', groupIds: [], permissions },
      })
    const all = { view: true, add: true, edit: true, remove: true }
    // A wider role does not widen the grant, not even by itself.
    const wider = await setRole([
      { entityType: 'USERS', ...all },
      { entityType: 'ROLES', ...all },
      { entityType: 'GROUPS', ...all },
      { entityType: 'SUPPORTGRANTS', ...all },
    ])
    expect(wider.status, wider.text).toBe(200)
    expect((await below.call(listSupportGrants, { as })).status).toBe(403)
    const self = { userid: user.id, roleid: roleId }
    expect((await below.call(assignUserRole, { as, params: self })).status).toBe(403)
    const narrower = await setRole([{ entityType: 'USERS', ...all, edit: false }])
    expect(narrower.status, narrower.text).toBe(200)
    expect((await below.call(updateUser, { as, params, body })).status).toBe(403)
    expect((await below.call(readUser, { as, params })).status).toBe(200)
    await below.ctx.db.deleteFrom('roles').where('id', '=', roleId).execute()
    expect((await below.call(readUser, { as, params })).status).toBe(403)
  })

  it('has nothing of a person, makes no applications, and takes no administrator’s place', async () => {
    const below = await build()
    const roleId = await buildRole(below.ctx, {
      permissions: [
        ['USERS', 'VIEW'],
        ['USERS', 'EDIT'],
      ],
    })
    const { as } = await enter(below, { roleId })
    const application = await below.call(createAuthApiApplication, { as, body: { name: 'Door' } })
    expect(application.status).toBe(403)
    const boss = await below.call(updateUser, {
      as,
      params: { id: below.boss.id },
      body: { email: 'provider@example.test' },
    })
    expect(codeOf(boss)).toEqual([403, 'rights_not_held'])
  })

  it('opens sensitive calls for five minutes', async () => {
    const below = await build()
    const roleId = await buildRole(below.ctx, {
      permissions: [
        ['SETTINGS', 'VIEW'],
        ['SETTINGS', 'EDIT'],
      ],
    })
    const { as } = await enter(below, { roleId })
    const { updatePasswordSettings } = await import('@signet/contract/settings/password')
    const save = async () =>
      (await below.call(updatePasswordSettings, { as, body: { minimumLength: 12 } })).body.errorCode
    expect(await save()).not.toBe('step_up_required')
    test.clock.advance(5 * minute + 1)
    expect(await save()).toBe('step_up_required')
  })
})

describe('the console of a provider in the tenant', () => {
  const session = async (below: Below, as: string) =>
    (await below.call(readSupportSession, { as })).body.grant

  it('reads its grant with what that permits, and what the tenant has', async () => {
    const below = await build()
    const { grantId, as } = await enter(below)
    const grant = await session(below, as)
    expect(grant).toMatchObject({
      id: grantId,
      provider: test.tenant.companyName,
      reason,
      rights: 'READ_ONLY',
      roleName: null,
      groupManagement: 'ALL',
    })
    expect(fieldOf(grant, 'permissions')).toContainEqual({
      entityType: 'USERS',
      view: true,
      add: false,
      edit: false,
      remove: false,
    })
    expect(JSON.stringify(grant)).not.toContain('SUPPORTGRANTS')
    expect((await below.call(listBundles, { as })).status).toBe(200)
    expect(await session(below, below.boss.token)).toBeNull()
  })

  it('reads what the role still permits', async () => {
    const below = await build()
    const roleId = await buildRole(below.ctx, { permissions: [['USERS', 'VIEW']] })
    const { as } = await enter(below, { roleId })
    const flags = { view: true, add: false, edit: false, remove: false }
    const permissions = [{ entityType: 'USERS', ...flags }]
    expect(await session(below, as)).toMatchObject({ rights: 'ROLE', permissions })
    await below.ctx.db.deleteFrom('roles').where('id', '=', roleId).execute()
    expect(await session(below, as)).toMatchObject({ rights: 'ROLE', permissions: [] })
  })

  it('leaves by ending its own session alone, in the tenant’s log', async () => {
    const below = await build()
    const { grantId, as } = await enter(below)
    const again = await complete(below, await challenge(below.id, grantId))
    const left = await below.call(logout, { as })
    expect([left.status, left.headers['set-cookie']]).toEqual([204, undefined])
    expect(await look(below, as)).toBe(401)
    expect((await below.call(readSupportSession, { as })).status).toBe(401)
    expect(await look(below, tokenOf(again))).toBe(200)
    const log = await below.call(listAuditEvents, {
      as: below.boss.token,
      body: { actorId: grantId, actions: ['SESSION_ENDED'] },
    })
    expect(log.body.results).toMatchObject([{ actorType: 'support', address: null }])
  })

  it('is over with the grant', async () => {
    const below = await build()
    const { grantId, as } = await enter(below)
    const params = { id: grantId }
    await below.call(endSupportGrant, { as: below.boss.token, params })
    expect((await below.call(readSupportSession, { as })).status).toBe(401)
  })
})

describe('what is refused', () => {
  it('a grant of one tenant at another', async () => {
    const [one, other] = [await build(), await build()]
    const grant = await give(one)
    expect(codeOf(await challenge(other.id, grant.body.id))).toEqual([404, 'not_found'])
    const proof = await challenge(one.id, grant.body.id)
    expect(codeOf(await complete(other, proof))).toEqual([400, 'no_transaction'])
    const opened = await complete(one, proof)
    expect(opened.status).toBe(200)
    expect(await look(other, tokenOf(opened))).toBe(401)
    expect(await look(one, tokenOf(opened))).toBe(200)
  })

  it('a grant of another provider’s tenant', async () => {
    const below = await build()
    const grant = await give(below)
    const other = await test.otherTenant()
    const stranger = await buildAdmin(other.ctx)
    await prove(stranger)
    const body = { tenantId: below.id, grantId: grant.body.id }
    const refused = await other.call(createSupportChallenge, { as: stranger.token, body })
    expect(codeOf(refused)).toEqual([404, 'not_found'])
    const params = { tenantid: below.id, id: grant.body.id }
    for (const answer of [
      await other.call(listTenantSupportGrants, { as: stranger.token, params }),
      await other.call(endTenantSupport, { as: stranger.token, params }),
      await other.call(requestTenantSupport, { as: stranger.token, params, body: { reason } }),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'not_found'])
    }
  })

  it.each([
    ['nothing', [], 0, 403],
    ['a password alone', [knowledge], 0, 403],
    ['a token alone', [possession], 0, 403],
    ['two factors six minutes ago', [knowledge, possession], 6 * minute, 403],
    ['two factors', [knowledge, possession], 0, 200],
    ['a passkey that verifies its user', [verified], 0, 200],
  ] as const)(
    'or not, to an administrator who has proven %s',
    async (_what, proofs, age, status) => {
      const below = await build()
      const grant = await give(below)
      await prove(admin, proofs, age)
      const answer = await challenge(below.id, grant.body.id)
      expect(answer.status, answer.text).toBe(status)
      if (status === 403) expect(answer.body.errorCode).toBe('step_up_required')
    },
  )

  it('a challenge that was completed, expired or never made', async () => {
    const below = await build()
    const grant = await give(below)
    const proof = await challenge(below.id, grant.body.id)
    expect((await complete(below, proof)).status).toBe(200)
    expect(codeOf(await complete(below, proof))).toEqual([400, 'no_transaction'])
    const slow = await challenge(below.id, grant.body.id)
    test.clock.advance(2 * minute)
    expect(codeOf(await complete(below, slow))).toEqual([400, 'no_transaction'])
    const body = { challenge: 'x'.repeat(43) }
    expect(codeOf(await below.call(completeSupportChallenge, { body }))).toEqual([
      400,
      'no_transaction',
    ])
  })

  it('nineteen of twenty completions at once', async () => {
    const below = await build()
    const grant = await give(below)
    const proof = await challenge(below.id, grant.body.id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => complete(below, proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.errorCode === 'no_transaction')).toHaveLength(19)
  })

  it('a challenge of a grant that has ended', async () => {
    const below = await build()
    const grant = await give(below)
    const proof = await challenge(below.id, grant.body.id)
    const params = { id: String(grant.body.id) }
    await below.call(endSupportGrant, { as: below.boss.token, params })
    expect(codeOf(await complete(below, proof))).toEqual([409, 'support_grant_over'])
  })
})

describe('the end of a support grant', () => {
  it.each(['tenant', 'provider'] as const)('by the %s ends its sessions at once', async (side) => {
    const below = await build()
    const { grantId, as } = await enter(below)
    const second = await enter(below)
    expect(await look(below, as)).toBe(200)
    const ended =
      side === 'tenant'
        ? await below.call(endSupportGrant, { as: below.boss.token, params: { id: grantId } })
        : await test.call(endTenantSupport, {
            as: admin.token,
            params: { tenantid: below.id, id: grantId },
          })
    expect(ended.body).toMatchObject({ state: 'ENDED', endedBy: side.toUpperCase() })
    expect(await look(below, as)).toBe(401)
    expect(await look(below, second.as)).toBe(200)
    const session = await below.ctx.db
      .selectFrom('sessions')
      .select('revoked_at')
      .where('application_id', '=', grantId)
      .executeTakeFirstOrThrow()
    expect(session.revoked_at).not.toBeNull()
    const logs = [
      await test.call(listAuditEvents, { as: admin.token, body: { entityId: below.id } }),
      await below.call(listAuditEvents, { as: below.boss.token, body: {} }),
    ]
    for (const { text } of logs) expect(text.match(/SUPPORTGRANT_ENDED/g)).toHaveLength(1)
  })

  it('by the clock ends them too, within the session', async () => {
    const below = await build()
    const { as } = await enter(below, { hours: 1 })
    test.clock.advance(30 * minute)
    expect(await look(below, as)).toBe(200)
    await signInAnew()
    const late = await enter(await signedInAgain(below))
    test.clock.advance(30 * minute)
    expect(await look(below, as)).toBe(401)
    expect(await look(below, late.as)).toBe(200)
    test.clock.advance(30 * minute)
    expect(await look(below, late.as)).toBe(401)
  })

  it('by the clock comes before the hour of a session that began late', async () => {
    const below = await build()
    const grant = await give(below, { hours: 1 })
    test.clock.advance(45 * minute)
    await signInAnew()
    const opened = await complete(below, await challenge(below.id, grant.body.id))
    const life = Number(opened.body.expiryTime) - Number(opened.body.startTime)
    expect(life).toBeLessThanOrEqual(15 * minute)
    expect(life).toBeGreaterThan(14 * minute)
  })

  it('lets no request that is running change anything', { meta: { covers: ['S21'] } }, async () => {
    const below = await build()
    const { grantId, as } = await enter(below)
    const [, claims = ''] = as.split('.')
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const principal = await readPrincipal(below.ctx.db, below.id, String(sid))
    const actor = principal === null ? null : actorOf(principal)
    if (actor === null) throw new Error('the session has no actor')
    const running = createContext({ ...below.ctx, actor })
    const change = (name: string) =>
      running.transaction(async (ctx) => {
        audit(ctx, 'USER_UPDATED', { subject: { entity: 'USERS', id: below.boss.id } })
        await ctx.db
          .updateTable('users')
          .set({ first_name: name })
          .where('tenant_id', '=', below.id)
          .where('id', '=', below.boss.id)
          .execute()
      })
    await change('Before')
    await below.call(endSupportGrant, { as: below.boss.token, params: { id: grantId } })
    const refused = await change('After').catch(toApiError)
    expect(refused).toMatchObject({ code: 'invalid_session_token' })
    const { body } = await below.call(readUser, {
      as: below.boss.token,
      params: { id: below.boss.id },
    })
    expect(body.firstName).toBe('Before')
  })
})
