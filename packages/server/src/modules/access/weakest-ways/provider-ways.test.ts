import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import {
  createOidcIdentityProvider,
  updateOidcIdentityProvider,
} from '@signet/contract/applications/identity-providers'
import { updateHeldStatements } from '@signet/contract/settings/heldstatements'
import { updatePasswordResetSettings } from '@signet/contract/settings/passwordreset'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nodeThatCalls } from '../../../../testing/access/outside.ts'
import { browserOf, buildPerson, buildToken, fieldOf } from '../../../../testing/access/people.ts'
import { startUpstream, type Upstream } from '../../../../testing/access/upstream.ts'
import { visitorOf } from '../../../../testing/access/visitor.ts'
import { ownWaysTo } from '../../../../testing/access/weakest-ways.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import type { Answer } from '../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { buildPasskey } from '../../../security/sweep/rows.ts'

// Guards: `counts` and `unconfirmed` in `vouchersOf`, the evidence of a voucher in `evidenceOf`.

let test: TestApp
let node: Awaited<ReturnType<typeof nodeThatCalls>>
let upstream: Upstream
let admin: string
let acting: string
beforeAll(async () => {
  test = await startTestApp()
  upstream = await startUpstream()
  node = await nodeThatCalls(test, upstream.port)
  const made = await buildAdmin(test.ctx)
  admin = made.token
  acting = made.id
  await change(updatePasswordResetSettings, { enabled: false })
})
afterAll(async () => {
  await node.close()
  await upstream.close()
  await test.close()
})
beforeEach(async () => {
  upstream.behave({})
  upstream.as(unique())
})

const unique = (): string => test.platform.ids.random(6).toString('hex')
const change = async (endpoint: Parameters<TestApp['call']>[0], body: object) =>
  expect((await node.call(endpoint, { as: admin, body })).status).toBe(200)

const settingsOf = (more: object) => ({
  name: `Upstream ${unique()}`,
  issuer: upstream.url,
  clientId: 'signet',
  clientSecret: 'upstream-secret',
  ...more,
})
const provider = async (more: object = {}): Promise<string> => {
  const made = { as: admin, body: settingsOf(more) }
  const answer = await node.call(createOidcIdentityProvider, made)
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body.id)
}

const visitor = () => visitorOf(node.call, upstream)
const linkedPerson = async (idpId: string, more: Parameters<typeof buildPerson>[1] = {}) => {
  const user = await buildPerson(test.ctx, { password: null, ...more })
  const linked = await visitor().link(idpId, await signInAs(test.ctx, user))
  expect(linked.status, linked.text).toBe(200)
  return user
}
const ways = (id: string) => ownWaysTo({ call: node.call, as: admin }, id)

const isIn = (answer: Answer): boolean =>
  fieldOf(answer.body, 'authentication', 'authenticationCompleted') === true

const trusted = { trustedAmrs: ['hwk'] }
const vouching = () => upstream.behave({ claims: { amr: ['pwd', 'hwk'] } })

describe('an identity provider', () => {
  it('is a way by its word alone to who holds nothing else, which lets in when it is walked', async () => {
    const id = await provider()
    const user = await linkedPerson(id)
    expect(await ways(user.id)).toEqual(['PROVIDER: PROVE IDP'])
    expect(isIn(await visitor().signIn(id))).toBe(true)
  })

  it('is one of two factors to who holds a token, and both when both are shown', async () => {
    const id = await provider()
    const user = await linkedPerson(id)
    const token = await buildToken(test.ctx, user.id)
    expect(await ways(user.id)).toEqual(['TWO_FACTORS: PROVE IDP, PROVE TOKEN'])
    vouching()
    const answer = await visitor().signIn(id)
    expect(isIn(answer)).toBe(false)
    const authToken = fieldOf(answer.body, 'authentication', 'authToken')
    const done = await browserOf(node.call).prove('TOKEN', token.code(), { authToken })
    expect(done.body).toMatchObject({ authenticationCompleted: true })
  })

  it('that is trusted to vouch is a way by its word alone, whatever its user holds', async () => {
    const id = await provider(trusted)
    const user = await linkedPerson(id)
    await buildToken(test.ctx, user.id)
    expect(await ways(user.id)).toEqual(['PROVIDER: PROVE IDP'])
    vouching()
    expect(isIn(await visitor().signIn(id))).toBe(true)
  })

  it('vouches for no administrator unless it is trusted for them, too', async () => {
    const id = await provider(trusted)
    const chief = await linkedPerson(id, { administrator: true })
    await buildToken(test.ctx, chief.id)
    expect(await ways(chief.id)).toEqual(['TWO_FACTORS: PROVE IDP, PROVE TOKEN'])
    vouching()
    expect(isIn(await visitor().signIn(id))).toBe(false)
    const body = settingsOf({ ...trusted, trustedForAdministrators: true })
    const widened = await node.call(updateOidcIdentityProvider, { as: admin, params: { id }, body })
    expect(widened.status, widened.text).toBe(200)
    expect(await ways(chief.id)).toEqual(['PROVIDER: PROVE IDP'])
    expect(isIn(await visitor().signIn(id))).toBe(true)
  })

  it('that got another key is no way without a factor of the user’s own', async () => {
    const id = await provider(trusted)
    const user = await linkedPerson(id)
    const token = await buildToken(test.ctx, user.id)
    await test.ctx.db
      .updateTable('linked_identities')
      .set({ confirm_again: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .execute()
    expect(await ways(user.id)).toEqual(['TWO_FACTORS: PROVE IDP, PROVE TOKEN'])
    vouching()
    const answer = await visitor().signIn(id)
    expect(isIn(answer)).toBe(false)
    const authToken = fieldOf(answer.body, 'authentication', 'authToken')
    const done = await browserOf(node.call).prove('TOKEN', token.code(), { authToken })
    expect(done.body).toMatchObject({ authenticationCompleted: true })
  })

  it('is no way while it is disabled', async () => {
    const id = await provider()
    const user = await linkedPerson(id)
    const body = settingsOf({ enabled: false })
    await node.call(updateOidcIdentityProvider, { as: admin, params: { id }, body })
    expect(await ways(user.id)).toEqual([])
  })
})

describe('trust in an identity provider', () => {
  it('is refused for administrators while it would break what is held', {
    meta: { covers: ['S10'] },
  }, async () => {
    const id = await provider(trusted)
    const chief = await linkedPerson(id, { administrator: true })
    await test.ctx.db
      .deleteFrom('user_roles')
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', 'not in', [chief.id, acting])
      .execute()
    for (const each of [chief.id, acting]) await buildPasskey(test.ctx, each)
    const byPasskeys = {
      secondFactor: 'ALWAYS',
      secondFactors: ['FIDO'],
      skipSecondFactor: 'NEVER',
    }
    const firstFactors = ['PASSWORD', 'PASSKEY', 'IDP']
    const flow = { ...standardFlow, name: `Flow ${unique()}`, ...byPasskeys, firstFactors }
    await change(createAuthenticationFlow, { ...flow, default: true })
    await change(updateHeldStatements, { administratorsPhishingResistant: true })
    const body = settingsOf({ ...trusted, trustedForAdministrators: true })
    const widened = await node.call(updateOidcIdentityProvider, { as: admin, params: { id }, body })
    expect(widened.body.errorCode).toBe('held_statement_broken')
    vouching()
    expect(isIn(await visitor().signIn(id))).toBe(false)
  })
})
