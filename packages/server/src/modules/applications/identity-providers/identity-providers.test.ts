import {
  createOidcIdentityProvider,
  deleteOidcIdentityProvider,
  listDomainBasedIdentityProviders,
  listIdentityProviders,
  listOidcIdentityProviders,
  readOidcIdentityProvider,
  testOidcConfiguration,
  updateOidcIdentityProvider,
} from '@signet/contract/applications/identity-providers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeThatCalls } from '../../../../testing/access/outside.ts'
import { startUpstream, type Upstream } from '../../../../testing/access/upstream.ts'
import { buildAdmin, buildGroup, everyPermission } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guards: `isElsewhere`, `expectTrustGiven`, `expectWholeTenant` and `check` in the service.

let test: TestApp
let node: Awaited<ReturnType<typeof nodeThatCalls>>
let upstream: Upstream
let as: string
beforeAll(async () => {
  test = await startTestApp()
  upstream = await startUpstream()
  node = await nodeThatCalls(test, upstream.port)
  as = (await buildAdmin(test.ctx)).token
})
afterAll(async () => {
  await node.close()
  await upstream.close()
  await test.close()
})

const unique = (): string => test.platform.ids.random(6).toString('hex')
const wanted = (more: object = {}) => ({
  name: `Provider ${unique()}`,
  issuer: 'https://login.example.test',
  clientId: 'signet',
  clientSecret: 'canary-client-secret',
  ...more,
})
const create = (more: object = {}, who = as) =>
  node.call(createOidcIdentityProvider, { as: who, body: wanted(more) })
const put = (id: string, body: object, who = as) =>
  node.call(updateOidcIdentityProvider, { as: who, params: { id }, body })

describe('identity providers', () => {
  it('are added, listed, read, changed and deleted, and their secret is never shown', async () => {
    const domain = `${unique()}.example.test`
    const made = await create({ domains: [domain] })
    expect(made.status, made.text).toBe(200)
    const id = String(made.body.id)
    expect(made.body).toMatchObject({ clientSecretPresent: true, users: 0, version: 1 })
    expect(String(made.body.redirectUri)).toBe(`${test.tenant.publicUrl}/idp/complete/${id}`)
    const [list, oidc, domains] = await Promise.all([
      node.call(listIdentityProviders, { as }),
      node.call(listOidcIdentityProviders, { as }),
      node.call(listDomainBasedIdentityProviders, { as }),
    ])
    expect(list.text).toContain(id)
    expect(oidc.text).toContain(id)
    expect(JSON.parse(domains.text)).toContainEqual(
      expect.objectContaining({ domain, identityProviderId: id }),
    )
    const { clientSecret: _secret, ...body } = wanted({ name: 'Renamed' })
    const changed = await put(id, body)
    expect(changed.body).toMatchObject({ name: 'Renamed', clientSecretPresent: true, version: 2 })
    const read = await node.call(readOidcIdentityProvider, { as, params: { id } })
    expect(read.body).toEqual(changed.body)
    for (const { text } of [made, list, oidc, changed, read]) {
      expect(text).not.toContain('canary-client-secret')
    }
    const gone = await node.call(deleteOidcIdentityProvider, { as, params: { id } })
    expect(gone.status).toBe(204)
    const missing = await node.call(readOidcIdentityProvider, { as, params: { id } })
    expect(missing.body.errorCode).toBe('identity_provider_not_found')
  })

  it('forget their secret where somebody else answers from now on', async () => {
    const made = await create()
    const { clientSecret: _secret, ...body } = wanted({ issuer: 'https://other.example.test' })
    const moved = await put(String(made.body.id), body)
    expect(moved.body).toMatchObject({ clientSecretPresent: false })
  })

  it('have names and domains of their own', async () => {
    const domain = `${unique()}.example.test`
    const { body } = await create({ domains: [domain] })
    expect((await create({ name: String(body.name).toUpperCase() })).body.errorCode).toBe(
      'identity_provider_exists',
    )
    expect((await create({ domains: [domain.toUpperCase()] })).body.errorCode).toBe(
      'identity_provider_domain_taken',
    )
  })

  it.each([
    ['an address inside', { issuer: 'https://169.254.169.254' }],
    ['an address in clear', { issuer: 'http://login.example.test' }],
    ['an address with a password', { issuer: 'https://me:secret@login.example.test' }],
  ])('are not at %s', async (_what, more) => {
    expect((await create(more)).body.errorCode).toBe('identity_provider_url_refused')
  })

  it.each([
    ['OIDC with an endpoint of its own', { tokenEndpoint: 'https://x.example.test/t' }],
    ['OIDC without openid', { scopes: ['email'] }],
    ['OIDC with another subject', { subjectClaim: 'email' }],
    ['OAUTH2 without endpoints', { kind: 'OAUTH2' }],
  ])('are not %s', async (_what, more) => {
    expect((await create(more)).body.errorCode).toBe('invalid_parameters')
  })

  it('vouch for administrators by the word of a super administrator alone', async () => {
    const { token } = await buildAdmin(test.ctx, { permissions: everyPermission })
    const trust = { trustedForAdministrators: true, trustedAmrs: ['hwk'] }
    expect((await create(trust, token)).body.errorCode).toBe('rights_not_held')
    const made = await create(trust)
    expect(made.status, made.text).toBe(200)
    const id = String(made.body.id)
    expect((await put(id, wanted(trust), token)).status).toBe(200)
    const more = { ...trust, trustedAmrs: ['pwd'] }
    expect((await put(id, wanted(more), token)).body.errorCode).toBe('rights_not_held')
    const elsewhere = { ...trust, issuer: 'https://evil.example.test' }
    expect((await put(id, wanted(elsewhere), token)).body.errorCode).toBe('rights_not_held')
  })

  it('are no matter of administrators who are limited to groups', async () => {
    const { id } = await buildGroup(test.ctx)
    const limited = { permissions: everyPermission, groupIds: [id] }
    const { token } = await buildAdmin(test.ctx, limited)
    expect((await create({}, token)).body.errorCode).toBe('access_denied')
  })
})

// Guard: `expectEffectHeld`; without it IDENTITYPROVIDERS alone makes users and memberships.
describe('what a provider does to users later', () => {
  const withRights = async (...users: readonly ('ADD' | 'EDIT')[]) => {
    const own = (['VIEW', 'ADD', 'EDIT'] as const).map(
      (each) => ['IDENTITYPROVIDERS', each] as const,
    )
    const { token } = await buildAdmin(test.ctx, {
      permissions: [...own, ...users.map((each) => ['USERS', each] as const)],
    })
    return token
  }
  const mapping = (groupId: string) => ({
    groupMappings: [{ claim: 'groups', value: 'staff', groupId }],
  })
  const effects = [
    ['creating users', 'ADD', () => ({ createsUsers: true })],
    ['updating users', 'EDIT', () => ({ updatesUsers: true })],
    ['adding users to groups', 'EDIT', mapping],
  ] as const

  it.each(effects)('needs the right to do it: %s', async (_effect, right, more) => {
    const effect = more((await buildGroup(test.ctx)).id)
    const other = right === 'ADD' ? 'EDIT' : 'ADD'
    for (const token of [await withRights(), await withRights(other)]) {
      expect((await create(effect, token)).body.errorCode).toBe('rights_not_held')
      const plain = await create({}, token)
      expect(plain.status, plain.text).toBe(200)
      const changed = await put(String(plain.body.id), wanted(effect), token)
      expect(changed.body.errorCode).toBe('rights_not_held')
    }
    expect((await create(effect, await withRights(right))).status).toBe(200)
  })

  it('stays as it is where it is not changed', async () => {
    const effect = { createsUsers: true, ...mapping((await buildGroup(test.ctx)).id) }
    const { body } = await create(effect)
    const token = await withRights()
    expect((await put(String(body.id), wanted(effect), token)).status).toBe(200)
    const elsewhere = wanted({ ...effect, issuer: 'https://other.example.test' })
    expect((await put(String(body.id), elsewhere, token)).body.errorCode).toBe('rights_not_held')
  })
})

describe('the test of an issuer', () => {
  const walk = async (issuer: string) => {
    const answer = await node.call(testOidcConfiguration, { as, body: { issuer } })
    expect(answer.status, answer.text).toBe(200)
    const { steps, configuration } = JSON.parse(answer.text)
    const outcomes = steps.map(({ outcome }: { outcome: string }) => outcome)
    return { outcomes, issuer: configuration?.issuer ?? null }
  }

  it('passes every step of a good one', async () => {
    const outcomes = ['PASSED', 'PASSED', 'PASSED', 'PASSED', 'PASSED']
    expect(await walk(upstream.url)).toEqual({ outcomes, issuer: upstream.url })
  })

  it('names the step that fails', async () => {
    const refused = ['FAILED', 'NOT_TRIED', 'NOT_TRIED', 'NOT_TRIED', 'NOT_TRIED']
    expect((await walk('https://10.0.0.1')).outcomes).toEqual(refused)
    const silent = ['PASSED', 'FAILED', 'NOT_TRIED', 'NOT_TRIED', 'NOT_TRIED']
    expect((await walk(`${upstream.url}/elsewhere`)).outcomes).toEqual(silent)
    upstream.behave({ issuer: 'https://evil.example.test' })
    const lying = ['PASSED', 'PASSED', 'FAILED', 'NOT_TRIED', 'NOT_TRIED']
    expect((await walk(upstream.url)).outcomes).toEqual(lying)
    upstream.behave({})
  })
})
