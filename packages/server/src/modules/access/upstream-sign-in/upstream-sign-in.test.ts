import { completeAuthentication } from '@signet/contract/access/authentication'
import {
  completeUpstreamSignIn,
  listOwnIdentities,
  unlinkOwnIdentity,
  verifyUpstreamAccount,
} from '@signet/contract/access/upstream-sign-in'
import {
  createOidcIdentityProvider,
  deleteOidcIdentityProvider,
  updateOidcIdentityProvider,
} from '@signet/contract/applications/identity-providers'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../testing/access/held-rows.ts'
import { deliverNotices, noticeTo } from '../../../../testing/access/mail.ts'
import { nodeThatCalls } from '../../../../testing/access/outside.ts'
import { browserOf, buildPerson, buildToken, fieldOf } from '../../../../testing/access/people.ts'
import { startUpstream, type Upstream } from '../../../../testing/access/upstream.ts'
import { visitorOf } from '../../../../testing/access/visitor.ts'
import { buildAdmin, buildGroup, signInAs } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { grantEntitlement } from '../../tenancy/entitlements/index.ts'
import { engine } from '../sign-in/index.ts'

// Guards, each of which one of these fails without: `takeTurn` and the comparisons in `resumeRequest`,
// `isOther` and the look-up by issuer and subject in `finish.ts`, the checks that openid-client is told
// of in `upstream.ts`, `isTrusted` in `factors/identity-provider.ts`, the null user in `personOf`, `holdWaysIn`.

let test: TestApp
let node: Awaited<ReturnType<typeof nodeThatCalls>>
let upstream: Upstream
let admin: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  upstream = await startUpstream()
  node = await nodeThatCalls(test, upstream.port)
})
afterAll(async () => {
  await node.close()
  await upstream.close()
  await test.close()
})
beforeEach(async () => {
  // The clock moves within these tests, and sessions end.
  admin = (await buildAdmin(test.ctx)).token
  upstream.behave({})
  upstream.as(unique())
})

const unique = (): string => test.platform.ids.random(6).toString('hex')

const provider = async (more: object = {}): Promise<{ readonly id: string }> => {
  const answer = await node.call(createOidcIdentityProvider, {
    as: admin,
    body: {
      name: `Upstream ${unique()}`,
      issuer: upstream.url,
      clientId: 'signet',
      clientSecret: 'upstream-secret',
      ...more,
    },
  })
  expect(answer.status, answer.text).toBe(200)
  return { id: String(answer.body.id) }
}

const visitor = () => visitorOf(node.call, upstream)

const codeOf = (answer: Answer): unknown => answer.body.errorCode
const isIn = (answer: Answer): boolean =>
  fieldOf(answer.body, 'authentication', 'authenticationCompleted') === true

const linkedPerson = async (idpId: string, more: Parameters<typeof buildPerson>[1] = {}) => {
  const user = await buildPerson(test.ctx, more)
  const linked = await visitor().link(idpId, await signInAs(test.ctx, user))
  expect(linked.status, linked.text).toBe(200)
  return user
}

describe('a sign-in by an identity provider', () => {
  it('is offered by a button to everybody, and by the domain of the user id alone to its people', async () => {
    const domain = `${unique()}.example.test`
    const { id: own } = await provider({ domains: [domain], button: false })
    const { id: open } = await provider()
    const offered = async (named?: string) => {
      const { body } = await browserOf(node.call).query(named)
      const choices = JSON.parse(JSON.stringify(body.authenticators))
      const choice = choices.find(({ type }: { type: string }) => type === 'IDP')
      const ids = choice?.identityProviders.map(({ id }: { id: string }) => id) ?? []
      return { ids, first: choices[0].type }
    }
    expect(await offered(`nobody@${domain}`)).toEqual({ ids: [own], first: 'IDP' })
    const others = await offered('nobody@elsewhere.example.test')
    expect(others.ids).toContain(open)
    expect(others.ids).not.toContain(own)
    expect(others.first).toBe('PASSWORD')
    expect((await offered()).ids).toContain(open)
  })

  it('lets in whoever has linked the account, and nobody else', {
    meta: { covers: ['login.idp-flow'] },
  }, async () => {
    const { id } = await provider()
    const stranger = await visitor().signIn(id)
    expect(codeOf(stranger)).toBe('identity_not_linked')
    await linkedPerson(id)
    const answer = await visitor().signIn(id)
    expect(answer.status, answer.text).toBe(200)
    expect(isIn(answer)).toBe(true)
    expect(String([answer.headers['set-cookie']].flat()[0])).toContain('HttpOnly')
  })

  it('asks for the second factor that somebody holds, as after any other first one', {
    meta: { covers: ['S2'] },
  }, async () => {
    const { id } = await provider()
    const user = await linkedPerson(id)
    const token = await buildToken(test.ctx, user.id)
    const answer = await visitor().signIn(id)
    expect(isIn(answer)).toBe(false)
    expect(fieldOf(answer.body, 'authentication', 'session')).toBeNull()
    expect(fieldOf(answer.body, 'authentication', 'secondFactor')).toBe(true)
    const browser = browserOf(node.call)
    const authToken = fieldOf(answer.body, 'authentication', 'authToken')
    const done = await browser.prove('TOKEN', token.code(), { authToken })
    expect(done.body).toMatchObject({ authenticationCompleted: true })
  })

  it.each([
    ['an administrator proves a second factor here', false, false],
    ['not where the provider is trusted to vouch for administrators', true, true],
  ])('%s', { meta: { covers: ['S2'] } }, async (_what, trustedForAdministrators, expected) => {
    const { id } = await provider({ trustedAmrs: ['hwk'], trustedForAdministrators })
    await linkedPerson(id, { administrator: true })
    upstream.behave({ claims: { amr: ['pwd', 'hwk'] } })
    const answer = await visitor().signIn(id)
    expect(answer.status, answer.text).toBe(200)
    expect(isIn(answer)).toBe(expected)
  })

  it.each([
    ['a value that the settings name counts for a second factor', { amr: ['hwk'] }, true],
    ['any other does not', { amr: ['mfa'], acr: 'hwk' }, false],
    ['nor one that is spelt like it within a text', { amr: 'hwk' }, false],
  ])('of people: %s', async (_what, claims, expected) => {
    const { id } = await provider({ trustedAmrs: ['hwk'] })
    const user = await linkedPerson(id)
    await buildToken(test.ctx, user.id)
    upstream.behave({ claims })
    expect(isIn(await visitor().signIn(id))).toBe(expected)
  })

  /* Guard: `vouches` looks at the ID token alone. */
  it('counts for no second factor what the user info endpoint says, which nobody has signed', async () => {
    const { id } = await provider({ trustedAmrs: ['hwk'], userinfo: true })
    const user = await linkedPerson(id)
    await buildToken(test.ctx, user.id)
    upstream.behave({ userinfo: { amr: ['hwk'] } })
    expect(isIn(await visitor().signIn(id))).toBe(false)
    upstream.behave({ claims: { amr: ['hwk'] } })
    expect(isIn(await visitor().signIn(id))).toBe(true)
  })

  it('keeps out whoever is locked or inactive here, whatever the provider says', {
    meta: { covers: ['S13'] },
  }, async () => {
    const { id } = await provider()
    const user = await linkedPerson(id)
    const set = (columns: object) =>
      test.ctx.db
        .updateTable('users')
        .set(columns)
        .where('tenant_id', '=', test.tenant.id)
        .where('id', '=', user.id)
        .execute()
    await set({ state: 'INACTIVE' })
    expect(codeOf(await visitor().signIn(id))).toBe('user_invalid_state')
    await set({ state: 'ACTIVE', locked: true })
    expect(codeOf(await visitor().signIn(id))).toBe('user_locked')
  })

  it('lets in who has come before when no seat is left, and makes no user for who has not', async () => {
    const { id } = await provider({ createsUsers: true, userIdClaim: 'sub' })
    const known = unique()
    upstream.as(known)
    expect(isIn(await visitor().signIn(id))).toBe(true)
    // Guard: `count_users`, which every new user passes.
    await grantEntitlement(test.ctx, { type: 'AUTHENTICATION', allotment: 0 })
    upstream.as(unique())
    const refused = await visitor().signIn(id)
    expect([refused.status, codeOf(refused)]).toEqual([409, 'entitlement_used_up'])
    upstream.as(known)
    expect(isIn(await visitor().signIn(id))).toBe(true)
    await test.ctx.db.updateTable('entitlements').set({ allotment: null }).execute()
  })

  it('makes no second user for an account whose user was deleted', async () => {
    const { id } = await provider({ createsUsers: true, userIdClaim: 'sub' })
    const first = await visitor().signIn(id)
    expect(isIn(first), first.text).toBe(true)
    const people = () =>
      test.ctx.db
        .selectFrom('linked_identities')
        .select(['user_id'])
        .where('tenant_id', '=', test.tenant.id)
        .where('provider_id', '=', id)
        .execute()
    const [{ user_id: userId } = { user_id: null }] = await people()
    await test.ctx.db
      .deleteFrom('users')
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', String(userId))
      .execute()
    expect(codeOf(await visitor().signIn(id))).toBe('identity_not_linked')
    expect(await people()).toEqual([{ user_id: null }])
  })

  it('ends for somebody who named another person', async () => {
    const { id } = await provider()
    await linkedPerson(id)
    const victim = await buildPerson(test.ctx)
    const answer = await visitor().signIn(id, victim.userId)
    expect(codeOf(answer)).toBe('invalid_user_response')
  })

  it('ends with its provider: one that is switched off or deleted signs nobody in', async () => {
    const { id } = await provider()
    await linkedPerson(id)
    const browser = visitor()
    const { authToken, redirect } = await browser.begin(id)
    const body = { name: `Off ${unique()}`, issuer: upstream.url, clientId: 'signet' }
    const off = { ...body, enabled: false }
    await node.call(updateOidcIdentityProvider, { as: admin, params: { id }, body: off })
    const returned = upstream.authorize(redirect)
    const answer = await browser.complete(id, { authToken, ...returned })
    expect(codeOf(answer)).toBe('identity_provider_not_found')
    await node.call(deleteOidcIdentityProvider, { as: admin, params: { id } })
    expect(codeOf(await browser.complete(id, { authToken, ...returned }))).toBe(
      'identity_provider_not_found',
    )
  })
})

describe('a proof that a provider has given', () => {
  const proofFor = async (idpId: string) => {
    const user = await linkedPerson(idpId)
    const browser = browserOf(node.call)
    await browser.query(user.userId)
    const { authToken } = browser
    const { id: transaction_id } = await engine.openTransaction(test.ctx, String(authToken))
    const now = test.clock.now()
    const id = test.platform.ids.uuid()
    await test.ctx.db
      .insertInto('upstream_proofs')
      .values({
        tenant_id: test.tenant.id,
        id,
        provider_id: idpId,
        transaction_id,
        user_id: user.id,
        second_factor: false,
        subject: 'x',
        session_index: null,
        sealed_ticket: null,
        proven_at: now,
        spent_at: null,
        expires_at: new Date(now.getTime() + 60_000),
      })
      .execute()
    const params = { authenticator: 'IDP' as const }
    return () => node.call(completeAuthentication, { params, body: { authToken, response: id } })
  }

  it('counts for nothing once the provider is off, or the account is taken off', async () => {
    const { id } = await provider()
    const good = await (await proofFor(id))()
    expect(good.body, good.text).toMatchObject({ authenticationCompleted: true })
    upstream.as(unique())
    const unlinked = await proofFor(id)
    await test.ctx.db.deleteFrom('linked_identities').where('provider_id', '=', id).execute()
    expect(codeOf(await unlinked())).toBe('invalid_user_response')
    upstream.as(unique())
    const off = await proofFor(id)
    await test.ctx.db
      .updateTable('identity_providers')
      .set({ enabled: false })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .execute()
    expect(codeOf(await off())).toBe('invalid_user_response')
  })
})

describe('an answer of a provider', () => {
  it('is taken once, however often it comes', { meta: { covers: ['S1'] } }, async () => {
    const { id } = await provider()
    await linkedPerson(id)
    const browser = visitor()
    const { authToken, redirect } = await browser.begin(id)
    const body = { authToken, ...upstream.authorize(redirect) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.complete(id, body)))
    expect(answers.filter(isIn)).toHaveLength(1)
    expect(codeOf(await browser.complete(id, body))).toBe('no_transaction')
  })

  it('is of use in the browser that began, and in no other', async () => {
    const { id } = await provider()
    await linkedPerson(id)
    const { authToken, redirect } = await visitor().begin(id)
    const body = { authToken, ...upstream.authorize(redirect) }
    const other = visitor()
    expect(codeOf(await other.complete(id, body))).toBe('no_transaction')
    await other.begin(id)
    expect(codeOf(await other.complete(id, body))).toBe('no_transaction')
  })

  it('is of use in the sign-in that began, and in no other', async () => {
    const { id } = await provider()
    await linkedPerson(id)
    const browser = visitor()
    const { redirect } = await browser.begin(id)
    const { authToken } = await browser.begin(id)
    const answer = await browser.complete(id, { authToken, ...upstream.authorize(redirect) })
    expect(codeOf(answer)).toBe('no_transaction')
  })

  it('is taken for no other provider (mix-up)', { meta: { covers: ['S16'] } }, async () => {
    const { id } = await provider()
    const { id: other } = await provider()
    await linkedPerson(other)
    const browser = visitor()
    const { authToken, redirect } = await browser.begin(id)
    const returned = upstream.authorize(redirect)
    const answer = await browser.complete(other, { authToken, ...returned })
    expect(codeOf(answer)).toBe('no_transaction')
    const iss = 'https://evil.example.test'
    const mixed = await browser.complete(id, { authToken, ...returned, iss })
    expect(codeOf(mixed)).toBe('identity_provider_failed')
  })

  it('comes too late after ten minutes', async () => {
    const { id } = await provider()
    await linkedPerson(id)
    const browser = visitor()
    const { authToken, redirect } = await browser.begin(id)
    const returned = upstream.authorize(redirect)
    test.clock.advance(11 * 60_000)
    const answer = await browser.complete(id, { authToken, ...returned })
    expect(codeOf(answer)).toBe('no_transaction')
  })

  it.each([
    ['another issuer', { claims: { iss: 'https://evil.example.test' } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['no audience', { claims: { aud: undefined } }],
    ['an audience of another type', { claims: { aud: { signet: true } } }],
    ['several audiences without azp', { claims: { aud: ['signet', 'another'] } }],
    ['another azp', { claims: { aud: ['signet', 'another'], azp: 'another' } }],
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['a nonce in a list', { claims: { nonce: ['another'] } }],
    ['no end', { claims: { exp: undefined } }],
    ['an end as text', { claims: { exp: '99999999999' } }],
    ['no time', { claims: { iat: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that is no text', { claims: { sub: 7 } }],
    ['an empty subject', { claims: { sub: '' } }],
    ['the signature of another key', { signing: 'OTHER_KEY' }],
    ['no signature', { signing: 'UNSIGNED' }],
  ] as const)(
    'proves nothing by an ID token with %s',
    { meta: { covers: ['S16'] } },
    async (_what, manner) => {
      const { id } = await provider({ createsUsers: true, userIdClaim: 'sub' })
      await visitor().signIn(id)
      upstream.behave(manner)
      const answer = await visitor().signIn(id)
      expect(codeOf(answer)).toBe('identity_provider_failed')
    },
  )

  it('proves something while the clocks differ by no more than is allowed, and else names the clock', async () => {
    const off = (seconds: number) => {
      const now = Math.floor(Date.now() / 1000)
      return { claims: { nbf: now + seconds, exp: now + seconds + 300 } }
    }
    const shown = async (clockSkewSeconds: number | undefined, seconds: number) => {
      const skew = clockSkewSeconds === undefined ? {} : { clockSkewSeconds }
      const { id } = await provider({ createsUsers: true, userIdClaim: 'sub', ...skew })
      upstream.as(unique())
      upstream.behave(off(seconds))
      const answer = await visitor().signIn(id)
      return isIn(answer) || codeOf(answer)
    }
    // Minutes may go by: they bring nearer what is ahead, and take what is past further away.
    expect(await shown(undefined, 50)).toBe(true)
    expect(await shown(undefined, -390)).toBe('identity_provider_clock')
    expect(await shown(300, 270)).toBe(true)
    expect(await shown(300, 3600)).toBe('identity_provider_clock')
    expect(await shown(300, -370)).toBe(true)
    expect(await shown(300, -630)).toBe('identity_provider_clock')
    expect(await shown(0, -310)).toBe('identity_provider_clock')
  })

  it('proves nothing by a user info answer about somebody else', {
    meta: { covers: ['S16'] },
  }, async () => {
    const { id } = await provider({ createsUsers: true, userIdClaim: 'sub', userinfo: true })
    upstream.behave({ userinfo: { sub: 'another' } })
    expect(codeOf(await visitor().signIn(id))).toBe('identity_provider_failed')
  })

  it('that refuses is told as that', async () => {
    const { id } = await provider()
    const browser = visitor()
    const { authToken, redirect } = await browser.begin(id)
    const { state, iss } = upstream.authorize(redirect)
    const answer = await browser.complete(id, { authToken, state, iss, error: 'access_denied' })
    expect(codeOf(answer)).toBe('identity_provider_refused')
  })
})

// Guard: `recordRejection` in upstream-failures.ts.
describe('a failed sign-in is in the audit log', () => {
  beforeEach(async () => {
    // A minute has five events of a kind.
    test.clock.advance(90_000)
    admin = (await buildAdmin(test.ctx)).token
  })

  const rejections = async (
    idpId: string,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const body = { actions: ['REQUEST_REJECTED'] }
    const { results } = (await node.call(listAuditEvents, { as: admin, body })).body
    return [...Object(results)]
      .map(({ attributes }) => Object(attributes))
      .filter(({ asked }) => asked.identity_provider_id === idpId)
  }

  const past = { iat: 1, nbf: 1, exp: 2 }
  const coming = Math.floor(Date.now() / 1000) + 100_000
  const later = { nbf: coming, exp: coming + 300 }
  it.each([
    ['another nonce', { claims: { nonce: 'another' } }, 'PROVIDER_RESPONSE_INVALID'],
    ['another key', { signing: 'OTHER_KEY' }, 'PROVIDER_RESPONSE_INVALID'],
    ['another audience', { claims: { aud: 'another' } }, 'PROVIDER_RESPONSE_INVALID'],
    ['an ID token of the past', { claims: past }, 'MESSAGE_EXPIRED'],
    ['an ID token of the future', { claims: later }, 'MESSAGE_FROM_FUTURE'],
    ['no JSON', { token: [200, { access_token: 7 }] }, 'PROVIDER_RESPONSE_INVALID'],
    ['an error', { token: [401, { error: 'invalid_client' }] }, 'PROVIDER_ERROR'],
    ['a broken answer', { token: [503, {}] }, 'PROVIDER_RESPONSE_INVALID'],
  ] as const)('by the token endpoint: %s', async (_what, manner, reason) => {
    const { id } = await provider()
    upstream.behave(manner)
    await visitor().signIn(id)
    const [event, ...more] = await rejections(id)
    expect(more).toEqual([])
    expect(event).toMatchObject({ door: 'UPSTREAM_OIDC', reason, asked: { issuer: upstream.url } })
    expect(event?.detail).toMatch(/^[\x20-\x7e]{5,200}$/)
    expect(JSON.stringify(event)).not.toMatch(/upstream-(?:secret|access)|eyJ/)
  })

  it('with the error of the token endpoint, and not with its description', async () => {
    const { id } = await provider()
    const description = 'the secret upstream-secret is wrong'
    upstream.behave({ token: [400, { error: 'invalid_grant', error_description: description }] })
    await visitor().signIn(id)
    const [event] = await rejections(id)
    expect(event).toMatchObject({ reason: 'PROVIDER_ERROR', detail: '400 invalid_grant' })
    expect(JSON.stringify(event)).not.toContain(description)
  })

  it.each([
    ['access_denied', 'PROVIDER_DENIED', 'access_denied'],
    ['invalid_scope', 'PROVIDER_ERROR', 'invalid_scope'],
    ['<b>\u202e', 'PROVIDER_ERROR', 'an unreadable error'],
  ])('by the error %j at the redirect URI', async (error, reason, detail) => {
    const { id } = await provider()
    const browser = visitor()
    const { authToken, redirect } = await browser.begin(id)
    const { state, iss } = upstream.authorize(redirect)
    const answer = await browser.complete(id, { authToken, state, iss, error })
    expect(codeOf(answer)).toBe('identity_provider_refused')
    expect(await rejections(id)).toMatchObject([{ door: 'UPSTREAM_OIDC', reason, detail }])
  })

  it('by metadata that cannot be read, and user info without a subject', async () => {
    const { id: other } = await provider()
    upstream.behave({ issuer: 'https://another.example.test' })
    await expect(visitor().begin(other)).rejects.toThrow('identity_provider_unreachable')
    expect(await rejections(other)).toMatchObject([{ reason: 'PROVIDER_UNREACHABLE' }])
    upstream.behave({})
    const { id } = await provider({ userinfo: true })
    upstream.behave({ userinfo: { sub: 'another' } })
    await visitor().signIn(id)
    expect(await rejections(id)).toMatchObject([{ reason: 'PROVIDER_RESPONSE_INVALID' }])
  })
})

describe('an account is linked', () => {
  it.each([
    ['a proven address', { email_verified: true }],
    ['an address that nobody proved', { email_verified: false }],
  ])(
    'never by %s, even where the provider makes users',
    { meta: { covers: ['S1'] } },
    async (_what, more) => {
      const { id } = await provider({
        createsUsers: true,
        trustsMail: true,
        userIdClaim: 'email',
        claimMappings: [{ claim: 'email', field: 'email' }],
      })
      const email = `${unique()}@example.test`
      const victim = await buildPerson(test.ctx, { userId: email, email })
      upstream.behave({ claims: { email, ...more } })
      expect(codeOf(await visitor().signIn(id))).toBe('identity_not_linked')
      const as = await signInAs(test.ctx, victim)
      const own = await node.call(listOwnIdentities, { as })
      expect(own.body.linked).toEqual([])
    },
  )

  it('by subject and provider together: the same subject elsewhere is somebody else', {
    meta: { covers: ['S1'] },
  }, async () => {
    const { id } = await provider()
    const { id: other } = await provider()
    await linkedPerson(id)
    expect(codeOf(await visitor().signIn(other))).toBe('identity_not_linked')
    upstream.as(unique())
    expect(codeOf(await visitor().signIn(id))).toBe('identity_not_linked')
  })

  /* Guard: the issuer in `findLink`. */
  it('by issuer, too: a subject of the one that the provider had before is somebody else', {
    meta: { covers: ['S1'] },
  }, async () => {
    const { id } = await provider()
    await linkedPerson(id)
    await test.ctx.db
      .updateTable('linked_identities')
      .set({ issuer: 'https://former.example.test' })
      .where('tenant_id', '=', test.tenant.id)
      .where('provider_id', '=', id)
      .execute()
    expect(codeOf(await visitor().signIn(id))).toBe('identity_not_linked')
  })

  it('once: it is nobody else’s afterwards', async () => {
    const { id } = await provider()
    await linkedPerson(id)
    const other = await buildPerson(test.ctx)
    const again = await visitor().link(id, await signInAs(test.ctx, other))
    expect(codeOf(again)).toBe('identity_already_linked')
  })

  it('with a factor of this service that was proven just now', {
    meta: { covers: ['login.idp-flow', 'S1'] },
  }, async () => {
    const { id } = await provider()
    const user = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, user)
    test.clock.advance(5 * 60_000)
    const browser = visitor()
    const started = await browser.send(verifyUpstreamAccount, { query: { idpId: id }, as })
    const returned = upstream.authorize(String(started.body.redirect))
    test.clock.advance(6 * 60_000)
    const late = await browser.send(completeUpstreamSignIn, {
      query: { idpId: id },
      body: returned,
      as,
    })
    expect(codeOf(late)).toBe('step_up_required')
    expect(codeOf(await visitor().link(id, as))).toBe('step_up_required')
  })

  it('in the session that asked: what one began links nothing to another', {
    meta: { covers: ['S1'] },
  }, async () => {
    const { id } = await provider()
    const attacker = await signInAs(test.ctx, await buildPerson(test.ctx))
    const victim = await signInAs(test.ctx, await buildPerson(test.ctx))
    const browser = visitor()
    const query = { idpId: id }
    const started = await browser.send(verifyUpstreamAccount, { query, as: attacker })
    const body = upstream.authorize(String(started.body.redirect))
    const turned = await browser.send(completeUpstreamSignIn, { query, body, as: victim })
    expect(codeOf(turned)).toBe('no_transaction')
    const unsigned = await browser.send(completeUpstreamSignIn, { query, body })
    expect(codeOf(unsigned)).toBe('no_transaction')
  })

  it('and its owner is told by mail, and may take it off again but for the last way in', async () => {
    const { id } = await provider({ createsUsers: true, userIdClaim: 'sub' })
    const email = `${unique()}@example.test`
    const user = await linkedPerson(id, { email })
    await deliverNotices(test)
    expect(await noticeTo(test, email, /account elsewhere/i)).toBeDefined()
    const as = await signInAs(test.ctx, user)
    const { body } = await node.call(listOwnIdentities, { as })
    const linkId = String(fieldOf(body, 'linked', '0', 'id'))
    const gone = await node.call(unlinkOwnIdentity, { as, params: { id: linkId } })
    expect(gone.status, gone.text).toBe(204)
    await deliverNotices(test)
    expect(await noticeTo(test, email, /no longer signs in/i)).toBeDefined()
    upstream.as(unique())
    await visitor().signIn(id)
    const [made] = await test.ctx.db
      .selectFrom('linked_identities as l')
      .innerJoin('users as u', 'u.id', 'l.user_id')
      .select(['l.id', 'u.id as userId', 'u.user_id as name'])
      .where('l.tenant_id', '=', test.tenant.id)
      .where('l.provider_id', '=', id)
      .execute()
    if (made === undefined) throw new Error('nobody was made')
    await test.ctx.db
      .updateTable('users')
      .set({ registration_required: false })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', made.userId)
      .execute()
    const theirs = await signInAs(test.ctx, { id: made.userId, userId: made.name })
    const last = await node.call(unlinkOwnIdentity, { as: theirs, params: { id: made.id } })
    expect(codeOf(last)).toBe('linked_identity_last')
  })
})

describe('two accounts that are the only ways in', () => {
  it('are not both taken off at once', { meta: { covers: ['S10'] } }, async () => {
    const [one, other] = [await provider(), await provider()]
    const user = await buildPerson(test.ctx, { password: null })
    const as = await signInAs(test.ctx, user)
    for (const { id } of [one, other]) {
      expect((await visitor().link(id, as)).status).toBe(200)
    }
    const { body } = await node.call(listOwnIdentities, { as })
    const links = [0, 1].map((n) => String(fieldOf(body, 'linked', String(n), 'id')))
    const taken = await whileHeld(test.ctx, 'linked_identities', () =>
      Promise.all(links.map((id) => node.call(unlinkOwnIdentity, { as, params: { id } }))),
    )
    expect(taken.map(({ status }) => status).toSorted()).toEqual([204, expect.any(Number)])
    expect(taken.map(codeOf).filter((code) => code === 'linked_identity_last')).toHaveLength(1)
    const left = await node.call(listOwnIdentities, { as })
    expect(fieldOf(left.body, 'linked')).toHaveLength(1)
  })
})

describe('a user that a provider makes', () => {
  it('has the mapped fields and groups, and no address that counts as proven unless it is trusted', async () => {
    const group = await buildGroup(test.ctx)
    const mapping = {
      createsUsers: true,
      userIdClaim: 'preferred_username',
      claimMappings: [
        { claim: 'given_name', field: 'firstName' },
        { claim: 'email', field: 'email' },
      ],
      groupMappings: [{ claim: 'groups', value: 'staff', groupId: group.id }],
    }
    const made = async (trustsMail: boolean, email_verified: unknown = true) => {
      const { id } = await provider({ ...mapping, trustsMail })
      const name = unique()
      upstream.as(name)
      const email = `${name}@example.test`
      const claims = { preferred_username: name, given_name: 'Zoë', email, email_verified }
      upstream.behave({ claims: { ...claims, groups: ['staff', 'other'] } })
      const answer = await visitor().signIn(id)
      expect(isIn(answer), answer.text).toBe(true)
      return test.ctx.db
        .selectFrom('users as u')
        .innerJoin('user_groups as g', 'g.user_id', 'u.id')
        .select(['u.first_name', 'u.email_verified', 'u.type', 'g.group_id'])
        .where('u.tenant_id', '=', test.tenant.id)
        .where('u.user_id', '=', name)
        .execute()
    }
    const shared = { first_name: 'Zoë', type: 'EXTERNAL', group_id: group.id }
    expect(await made(false)).toEqual([{ ...shared, email_verified: false }])
    expect(await made(true)).toEqual([{ ...shared, email_verified: true }])
    for (const said of [false, 'true', null]) {
      expect(await made(true, said)).toEqual([{ ...shared, email_verified: false }])
    }
  })

  it.each([['admin'], ['it-support'], ['ɑda'], ['ceo@acme.example']])(
    'has a neutral user id where the provider calls it %s',
    async (claimed) => {
      const { id } = await provider({ createsUsers: true, userIdClaim: 'preferred_username' })
      upstream.as(unique())
      upstream.behave({ claims: { preferred_username: claimed } })
      const answer = await visitor().signIn(id)
      expect(isIn(answer), answer.text).toBe(true)
      const names = await test.ctx.db
        .selectFrom('users')
        .select('user_id')
        .where('tenant_id', '=', test.tenant.id)
        .where('user_id', '=', claimed)
        .execute()
      expect(names).toEqual([])
    },
  )

  it('has no name that hides characters', async () => {
    const { id } = await provider({
      createsUsers: true,
      userIdClaim: 'preferred_username',
      claimMappings: [
        { claim: 'given_name', field: 'firstName' },
        { claim: 'family_name', field: 'lastName' },
      ],
    })
    const name = unique()
    upstream.as(name)
    const claims = { preferred_username: name, given_name: '\u3164', family_name: 'Love\u202elace' }
    upstream.behave({ claims })
    expect(isIn(await visitor().signIn(id))).toBe(true)
    const made = await test.ctx.db
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', name)
      .executeTakeFirstOrThrow()
    expect(made).toEqual({ first_name: null, last_name: null })
  })
})
