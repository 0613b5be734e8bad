import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { createIpList, deleteIpList, updateIpList } from '@signet/contract/access/ip-lists'
import { createResourceRule, listResourceRules } from '@signet/contract/access/resource-rules'
import {
  createOidcIdentityProvider,
  deleteOidcIdentityProvider,
} from '@signet/contract/applications/identity-providers'
import { createGroup } from '@signet/contract/identity/groups'
import { standardFlow } from '@signet/rules/flows'
import { foldName } from '@signet/rules/text'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPerson, buildToken } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { startSession } from '../../tenancy/sessions/index.ts'

// Guards: `lockoutBy` and `expectAccepted`, as `keepingWaysIn` puts them around calls.

let test: TestApp
let tenant: TestTenant
let admin: string
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  tenant = await test.otherTenant()
  admin = (await buildAdmin(tenant.ctx)).token
})

const becomes = async (more: object) => {
  const name = `Flow ${test.platform.ids.random(6).toString('hex')}`
  const body = { ...standardFlow, name, default: true, ...more }
  return (await tenant.call(createAuthenticationFlow, { as: admin, body })).body
}

const byTokens = {
  firstFactors: ['TOKEN'],
  secondFactor: 'ALWAYS',
  secondFactors: ['PASSWORD'],
  skipSecondFactor: 'NEVER',
}
const byCards = { ...byTokens, firstFactors: ['PASSWORD'], secondFactors: ['GRID'] }

describe('a flow that becomes everybody’s', () => {
  it('is refused when the administrators who could sign in no longer could', {
    meta: { covers: ['S10'] },
  }, async () => {
    const { id } = await buildPerson(tenant.ctx, { administrator: true })
    await buildToken(tenant.ctx, id)
    expect((await becomes(byCards)).errorCode).toBe('no_administrator_left')
  })

  it('is taken when one of them holds what it asks for', async () => {
    const { id } = await buildPerson(tenant.ctx, { administrator: true })
    await buildToken(tenant.ctx, id)
    await buildPerson(tenant.ctx, { administrator: true })
    expect(await becomes(byTokens)).toMatchObject({ default: true })
  })

  it('is refused by a token as first factor where nobody holds one', async () => {
    await buildPerson(tenant.ctx, { administrator: true })
    expect((await becomes(byTokens)).errorCode).toBe('no_administrator_left')
  })

  it('counts nobody who is locked', async () => {
    const { id } = await buildPerson(tenant.ctx, { administrator: true })
    await buildToken(tenant.ctx, id)
    await buildPerson(tenant.ctx, { administrator: true })
    await tenant.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', tenant.tenant.id)
      .where('id', '=', id)
      .execute()
    expect((await becomes(byTokens)).errorCode).toBe('no_administrator_left')
  })

  it('is taken where nobody could sign in before either, and where it is not everybody’s', async () => {
    expect(await becomes(byCards)).toMatchObject({ default: true })
    await buildPerson(tenant.ctx, { administrator: true })
    expect(await becomes({ ...byTokens, default: false })).toMatchObject({ default: false })
  })
})

const outside = {
  resourceId: 'ADMIN_PORTAL',
  factors: [
    { type: 'IP', points: 100, mode: 'ALLOWED', addresses: ['203.0.113.0/24'], listIds: [] },
  ],
  highRisk: 'DENY',
}

/** Somebody with a password and a token, who is signed in. */
const signedIn = async (): Promise<{
  readonly id: string
  readonly name: string
  readonly token: string
}> => {
  const { id, userId } = await buildPerson(tenant.ctx, { administrator: true })
  await buildToken(tenant.ctx, id)
  const { session } = await tenant.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: id,
      userName: userId,
      kind: 'web',
      amr: ['pwd', 'otp', 'mfa'],
      acr: 'aal2',
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  return { id, name: userId, token: session.jwt.token }
}

const codeOf = ({ body }: { body: Record<string, unknown> }) => body.errorCode

describe('who changes what they sign in by', () => {
  it('is told that nobody could come from here any more, whatever the others hold', {
    meta: { covers: ['S10'] },
  }, async () => {
    const { token } = await signedIn()
    await signedIn()
    const body = { ...outside, name: 'Office alone' }
    const answer = await tenant.call(createResourceRule, { as: token, body })
    expect(codeOf(answer)).toBe('no_administrator_left')
    const kept = await tenant.call(listResourceRules, { as: token })
    expect(kept.text).not.toContain('Office alone')
  })

  it('is told where others still can', { meta: { covers: ['S10'] } }, async () => {
    const { id: own, name, token } = await signedIn()
    const group = await tenant.call(createGroup, { as: token, body: { name: 'Locked out' } })
    const id = String(group.body.id)
    await tenant.ctx.db
      .insertInto('user_groups')
      .values({
        tenant_id: tenant.tenant.id,
        group_id: id,
        user_id: own,
        name_key: foldName(name),
      })
      .execute()
    await signedIn()
    const body = { ...outside, name: 'Office', groupIds: [id] }
    const asked = { as: token, body }
    const answer = await tenant.call(createResourceRule, asked)
    expect(codeOf(answer)).toBe('administrator_locked_out')
    const typed = (as: string) => ({ 'signet-accept-lockout': encodeURIComponent(as) })
    const other = await tenant.call(createResourceRule, { ...asked, headers: typed('somebody') })
    expect(codeOf(other)).toBe('administrator_locked_out')
    const done = await tenant.call(createResourceRule, { ...asked, headers: typed(name) })
    expect(done.status).toBe(200)
    const events = await tenant.ctx.db
      .selectFrom('audit_events')
      .select('action')
      .where('tenant_id', '=', tenant.tenant.id)
      .where('action', '=', 'LOCKOUT_ACCEPTED')
      .execute()
    expect(events).toHaveLength(1)
  })

  it('may loosen a list that a rule names, and is told when it shuts them out', {
    meta: { covers: ['S10'] },
  }, async () => {
    const { token: as } = await signedIn()
    const list = { name: 'Offices', addresses: ['127.0.0.0/8', '::1/128'] }
    const made = await tenant.call(createIpList, { as, body: list })
    const id = String(made.body.id)
    const [factor] = outside.factors
    const rule = { ...outside, factors: [{ ...factor, addresses: [], listIds: [id] }], name: 'In' }
    expect((await tenant.call(createResourceRule, { as, body: rule })).status).toBe(200)
    const wider = { ...list, addresses: [...list.addresses, '203.0.113.0/24'] }
    const params = { id }
    expect((await tenant.call(updateIpList, { as, params, body: wider })).status).toBe(200)
    const narrow = { ...list, addresses: ['203.0.113.0/24'] }
    const answer = await tenant.call(updateIpList, { as, params, body: narrow })
    expect(codeOf(answer)).toBe('no_administrator_left')
    const gone = { as, params: { id, force: 'true' } } as const
    expect(codeOf(await tenant.call(deleteIpList, gone))).toBe('no_administrator_left')
  })

  it('is told when the identity provider goes that everybody signs in by', {
    meta: { covers: ['S10'] },
  }, async () => {
    const { id, token: as } = await signedIn()
    const provider = {
      name: 'Upstream',
      clientId: 'signet',
      clientSecret: 'a secret of the test',
      issuer: 'https://login.example',
    }
    const made = await tenant.call(createOidcIdentityProvider, { as, body: provider })
    expect(made.status, made.text).toBe(200)
    const { ids, clock } = tenant.ctx.platform
    await tenant.ctx.db
      .insertInto('linked_identities')
      .values({
        id: ids.uuid(),
        tenant_id: tenant.tenant.id,
        user_id: id,
        provider_id: String(made.body.id),
        issuer: 'https://login.example',
        subject: 'somebody',
        label: 'somebody',
        linked_at: clock.now(),
      })
      .execute()
    const byIdp = { firstFactors: ['IDP'], secondFactor: 'ALWAYS', skipSecondFactor: 'NEVER' }
    expect(await becomes({ ...byIdp, secondFactors: ['TOKEN'] })).toMatchObject({ default: true })
    const params = { id: String(made.body.id) }
    const answer = await tenant.call(deleteOidcIdentityProvider, { as, params })
    expect(codeOf(answer)).toBe('no_administrator_left')
  })
})
