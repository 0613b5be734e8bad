import {
  beginApplicationSignIn,
  completeApplicationSignIn,
} from '@signet/contract/access/application-sign-in'
import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { createResourceRule } from '@signet/contract/access/resource-rules'
import {
  authenticateAdminApi,
  createAdminApiApplication,
  createAuthApiApplication,
  regenerateAdminApiSecret,
} from '@signet/contract/applications/api-applications'
import { updateRadiusApplication } from '@signet/contract/applications/radius-applications'
import { setUserPassword } from '@signet/contract/authenticators/passwords'
import { readUser } from '@signet/contract/identity/users'
import { updateMagicLinkSettings } from '@signet/contract/settings/magiclink'
import { updatePasswordResetSettings } from '@signet/contract/settings/passwordreset'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
} from '../../../../testing/access/people.ts'
import { buildRadius, radiusOf } from '../../../../testing/access/radius.ts'
import { waysInto } from '../../../../testing/access/weakest-ways.ts'
import { buildAdmin, buildRole, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'
import { buildPasskey } from '../../../security/sweep/rows.ts'

// Guards: `carried` in `walksFrom` and `firstsOf`, `enabled` in `targetOf`.

let test: TestApp
let tenant: TestTenant
let as: string
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  tenant = await test.otherTenant()
  as = (await buildAdmin(tenant.ctx)).token
})

const unique = (): string => test.platform.ids.random(6).toString('hex')
const into = (id: string, name: string) => waysInto({ call: tenant.call, as }, id, name)

const holder = async () => {
  const user = await buildPerson(tenant.ctx)
  return { ...user, token: await buildToken(tenant.ctx, user.id) }
}

const becomes = async (more: object) => {
  const body = { ...standardFlow, name: `Flow ${unique()}`, default: true, ...more }
  const answer = await tenant.call(createAuthenticationFlow, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body.id)
}

describe('a RADIUS application', () => {
  it('is entered by password and token, which lets in when it is walked', async () => {
    const made = await buildRadius(tenant)
    const { userId, token } = await holder()
    expect((await into(made.applicationId, userId)).way).toBe(
      'TWO_FACTORS: PROVE PASSWORD, PROVE TOKEN',
    )
    const radius = radiusOf(tenant, made)
    const asked = await radius.decide({ userName: userId, ...radius.pap(goodPassword) })
    expect(asked.decision).toBe('CHALLENGE')
    const second = { userName: userId, state: asked.state, ...radius.pap(token.code()) }
    expect(await radius.decide(second)).toMatchObject({ decision: 'ACCEPT' })
  })

  it('is entered by a code alone where its own method takes no more', async () => {
    const made = await buildRadius(tenant, { authenticationMethod: 'SOFT_HARDWARE_TOKEN_OTP' })
    const { userId, token } = await holder()
    expect((await into(made.applicationId, userId)).way).toBe('ONE_FACTOR: PROVE TOKEN')
    const radius = radiusOf(tenant, made)
    const code = { userName: userId, ...radius.pap(token.code()) }
    expect(await radius.decide(code)).toMatchObject({ decision: 'ACCEPT' })
  })

  it('is not entered by what it cannot ask for', async () => {
    const made = await buildRadius(tenant, { challengeResponse: false })
    const { userId, token } = await holder()
    expect((await into(made.applicationId, userId)).way).toBeNull()
    const radius = radiusOf(tenant, made)
    const password = { userName: userId, ...radius.pap(goodPassword) }
    expect(await radius.decide(password)).toMatchObject({ decision: 'REJECT' })
    const change = { name: `VPN ${unique()}`, passwordFormat: 'PASSWORD_AND_CODE' }
    const params = { id: made.applicationId }
    await tenant.call(updateRadiusApplication, { as, params, body: change })
    expect((await into(made.applicationId, userId)).way).toBe(
      'TWO_FACTORS: PROVE PASSWORD, PROVE TOKEN',
    )
    const both = { userName: userId, ...radius.pap(`${goodPassword}${token.code()}`) }
    expect(await radius.decide(both)).toMatchObject({ decision: 'ACCEPT' })
  })

  it('is not entered by a passkey, nor by who would have to set up a factor first', async () => {
    const made = await buildRadius(tenant)
    const keyed = await buildPerson(tenant.ctx)
    await buildPasskey(tenant.ctx, keyed.id)
    const bare = await buildPerson(tenant.ctx, { administrator: true })
    const radius = radiusOf(tenant, made)
    for (const { userId } of [keyed, bare]) {
      // Only what an administrator gives them is good there.
      expect((await into(made.applicationId, userId)).way ?? 'ACT').toMatch(/ACT/)
      const asked = { userName: userId, ...radius.pap(goodPassword) }
      expect(await radius.decide(asked)).toMatchObject({ decision: 'REJECT' })
    }
  })

  it('is entered by no one while it is disabled', async () => {
    const made = await buildRadius(tenant, { enabled: false })
    const { userId, token } = await holder()
    expect((await into(made.applicationId, userId)).way).toBeNull()
    const radius = radiusOf(tenant, made)
    const body = { userName: userId, ...radius.pap(token.code()) }
    expect((await radius.ask(body)).body.errorCode).toBe('access_denied')
  })
})

const programOf = async (endpoint: Parameters<TestTenant['call']>[0], more: object = {}) => {
  const made = await tenant.call(endpoint, { as, body: { name: `Program ${unique()}`, ...more } })
  expect(made.status, made.text).toBe(200)
  const id = String(fieldOf(made.body, 'application', 'id'))
  return { id, sharedSecret: String(made.body.sharedSecret) }
}
const tokenOf = async ({ id, sharedSecret }: { id: string; sharedSecret: string }) => {
  const body = { applicationId: id, sharedSecret }
  const opened = await tenant.call(authenticateAdminApi, { body })
  return String(opened.body.authToken)
}

describe('a program of the authentication API', () => {
  it('is entered by what can be asked through it, which lets in when it is walked', async () => {
    await tenant.call(updateMagicLinkSettings, { as, body: { enabled: true } })
    await tenant.call(updatePasswordResetSettings, { as, body: { enabled: false } })
    await becomes({ firstFactors: ['MAGICLINK', 'PASSWORD'] })
    const email = `${unique()}@example.test`
    const { userId } = await buildPerson(tenant.ctx, { email })
    const program = await programOf(createAuthApiApplication)
    expect(await into(program.id, userId)).toEqual({
      way: 'ONE_FACTOR: PROVE PASSWORD',
      rights: 'ONE_FACTOR: SECRET null',
    })
    const session = await tokenOf(program)
    const begun = await tenant.call(beginApplicationSignIn, { as: session, body: { userId } })
    const types = [fieldOf(begun.body, 'authenticators')].flat().map((one) => fieldOf(one, 'type'))
    expect(types).toEqual(['PASSWORD'])
    const answer = { authenticator: 'PASSWORD', response: goodPassword }
    const body = { authToken: String(begun.body.authToken), ...answer }
    const done = await tenant.call(completeApplicationSignIn, { as: session, body })
    expect(done.body.authenticationCompleted).toBe(true)
  })
})

describe('the rights of a program', () => {
  const acting = async () =>
    programOf(createAdminApiApplication, { roleId: await buildRole(tenant.ctx, lookingOnly) })
  const lookingOnly = { permissions: [['USERS', 'VIEW']] as const }

  it('are reached by its secret, which lets in when it is walked', async () => {
    const program = await acting()
    const { id, userId } = await buildPerson(tenant.ctx)
    expect(await into(program.id, userId)).toEqual({ way: null, rights: 'ONE_FACTOR: SECRET null' })
    const seen = await tenant.call(readUser, { as: await tokenOf(program), params: { id } })
    expect(seen.status).toBe(200)
  })

  it('are reached by the mailbox of an administrator who can give it a new secret', async () => {
    const program = await acting()
    const desk = await buildAdmin(tenant.ctx, {
      permissions: [...lookingOnly.permissions, ['APPLICATIONS', 'EDIT']],
    })
    await tenant.ctx.db
      .updateTable('users')
      .set({ email: `${unique()}@example.test`, email_verified: true })
      .where('tenant_id', '=', tenant.tenant.id)
      .where('id', '=', desk.id)
      .execute()
    await tenant.call(updatePasswordResetSettings, {
      as,
      body: { enabled: true, administrators: true },
    })
    const body = { password: goodPassword, forceUpdate: false }
    await tenant.call(setUserPassword, { as, params: { userid: desk.id }, body })
    expect((await into(program.id, desk.userId)).rights).toBe(
      'MAILBOX: PROVE OTP, RESET PASSWORD, ENROL FIDO, ACT null',
    )
    const renewed = await tenant.call(regenerateAdminApiSecret, {
      as: await signInAs(tenant.ctx, desk),
      params: { id: program.id },
      body: {},
    })
    expect(renewed.status, renewed.text).toBe(200)
  })

  it('are out of reach while it is disabled', async () => {
    const roleId = await buildRole(tenant.ctx, lookingOnly)
    const program = await programOf(createAdminApiApplication, { roleId, enabled: false })
    expect(await into(program.id, '')).toEqual({ way: null, rights: null })
    const body = { applicationId: program.id, sharedSecret: program.sharedSecret }
    expect((await tenant.call(authenticateAdminApi, { body })).status).not.toBe(200)
  })
})

describe('the rules of a program', () => {
  it('close it to those whom they keep out', async () => {
    const { userId } = await holder()
    const program = await programOf(createAuthApiApplication)
    const refusing = { lowRisk: 'DENY', mediumRisk: 'DENY', highRisk: 'DENY' }
    const body = { name: `Rule ${unique()}`, resourceId: program.id, ...refusing }
    expect((await tenant.call(createResourceRule, { as, body })).status).toBe(200)
    expect((await into(program.id, userId)).way).toBeNull()
  })
})
