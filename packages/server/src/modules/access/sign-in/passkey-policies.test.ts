import {
  completeOwnFidoRegistration,
  startOwnFidoRegistration,
  updateOwnFidoToken,
} from '@signet/contract/access/self-authenticators'
import {
  completeFidoRegistration,
  startFidoRegistration,
} from '@signet/contract/authenticators/fido'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../testing/access/held-rows.ts'
import { browserOf, buildPerson, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import {
  createAuthenticator,
  type Misdeeds,
  type SoftwareAuthenticator,
} from '../../../../testing/access/software-authenticator.ts'
import { type BuiltUser, buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp, type TestTenant } from '../../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** A tenant with these rules for passkeys. */
const tenantWith = async (rules: object): Promise<TestTenant> => {
  const made = await test.otherTenant()
  const { db, tenant } = made.ctx
  const [value, updated_at] = [JSON.stringify(rules), test.clock.now()]
  const row = { tenant_id: tenant.id, family: 'fido', value, updated_at }
  await db.insertInto('settings').values(row).execute()
  return made
}

const keyOf = ({ tenant }: TestTenant) => createAuthenticator(new URL(tenant.publicUrl).origin)

const challengeIn = (options: unknown): { challenge: string } => ({
  challenge: String(fieldOf(options, 'challenge')),
})

const register = async (
  at: TestTenant,
  as: string,
  passkey: SoftwareAuthenticator,
  misdeeds: Misdeeds = {},
) => {
  const begun = await at.call(startOwnFidoRegistration, { as })
  if (begun.status !== 200) return begun
  const fidoResponse = passkey.register(challengeIn(begun.body.fidoOptions), misdeeds)
  return at.call(completeOwnFidoRegistration, { as, body: { fidoResponse } })
}

const signIn = async (
  at: TestTenant,
  user: BuiltUser,
  passkey: SoftwareAuthenticator,
  misdeeds: Misdeeds = {},
) => {
  const browser = browserOf(at.call)
  await browser.query(user.userId)
  await browser.prove('PASSWORD', goodPassword)
  const { body } = await browser.challenge('FIDO')
  return browser.sign('FIDO', passkey.assert(challengeIn(body.fidoChallenge), misdeeds))
}

const refused = 'invalid_user_response'

describe('where passkeys have to check who holds them', () => {
  it('one that does not is neither taken nor enough', { meta: { covers: ['S31'] } }, async () => {
    const at = await tenantWith({ userVerification: 'required' })
    const user = await buildPerson(at.ctx)
    const as = await signInAs(at.ctx, user)
    const passkey = keyOf(at)
    const careless = { userVerified: false }
    expect((await register(at, as, passkey, careless)).body.code).toBe(refused)
    expect((await register(at, as, passkey)).status).toBe(200)
    expect((await signIn(at, user, passkey, careless)).body.code).toBe(refused)
    expect((await signIn(at, user, passkey)).body).toMatchObject({ authenticationCompleted: true })
  })
})

describe('where passkeys have to be attested', () => {
  it('one without a statement is not taken', { meta: { covers: ['S31'] } }, async () => {
    const at = await tenantWith({ attestation: 'direct' })
    const as = await signInAs(at.ctx, await buildPerson(at.ctx))
    expect((await register(at, as, keyOf(at))).body.code).toBe('passkey_not_allowed')
  })
})

describe('where a user may have one passkey', () => {
  it('a second is not begun', async () => {
    const at = await tenantWith({ maximumPerUser: 1 })
    const as = await signInAs(at.ctx, await buildPerson(at.ctx))
    expect((await register(at, as, keyOf(at))).status).toBe(200)
    expect((await register(at, as, keyOf(at))).body.code).toBe('token_limit_reached')
  })

  it('one of two that were begun is completed, also at once', async () => {
    const at = await tenantWith({ maximumPerUser: 1 })
    const user = await buildPerson(at.ctx)
    const as = await signInAs(at.ctx, user)
    const begun = async () => {
      const { body } = await at.call(startOwnFidoRegistration, { as })
      const fidoResponse = keyOf(at).register(challengeIn(body.fidoOptions))
      return () => at.call(completeOwnFidoRegistration, { as, body: { fidoResponse } })
    }
    const [first, second, third] = [await begun(), await begun(), await begun()]
    const row = { table: 'users', column: 'id', value: user.id }
    const answers = await whileHeld(at.ctx, row, () => Promise.all([first(), second()]))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await third()).body.code).toBe('token_limit_reached')
  })
})

describe('a passkey that is switched off', () => {
  it('signs nobody in until it is switched on again', { meta: { covers: ['S31'] } }, async () => {
    const user = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, user)
    const [off, on] = [keyOf(test), keyOf(test)]
    const made = await register(test, as, off)
    await register(test, as, on)
    const params = { fidoid: String(made.body.id) }
    const change = (state: string) => test.call(updateOwnFidoToken, { as, params, body: { state } })
    await change('INACTIVE')
    expect((await signIn(test, user, off)).body.code).toBe(refused)
    await change('ACTIVE')
    expect((await signIn(test, user, off)).status).toBe(200)
  })
})

describe('a registration', () => {
  it('that was begun is not completed after five minutes', {
    meta: { covers: ['S31'] },
  }, async () => {
    const as = await signInAs(test.ctx, await buildPerson(test.ctx))
    const begun = await test.call(startOwnFidoRegistration, { as })
    test.clock.advance(5 * 60_000 + 1)
    const fidoResponse = keyOf(test).register(challengeIn(begun.body.fidoOptions))
    const answer = await test.call(completeOwnFidoRegistration, { as, body: { fidoResponse } })
    expect(answer.body.code).toBe(refused)
  })

  it('begun for one user gives another none', { meta: { covers: ['S31'] } }, async () => {
    const { token: as } = await buildAdmin(test.ctx)
    const [user, other] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    const begun = await test.call(startFidoRegistration, { as, params: { id: user.id } })
    const fidoResponse = keyOf(test).register(challengeIn(begun.body.fidoOptions))
    const complete = (id: string) =>
      test.call(completeFidoRegistration, { as, params: { id }, body: { fidoResponse } })
    expect((await complete(other.id)).body.code).toBe(refused)
    expect((await complete(user.id)).status).toBe(200)
  })

  it('inside a page that others frame is not taken, however the browser says it', {
    meta: { covers: ['S31'] },
  }, async () => {
    const as = await signInAs(test.ctx, await buildPerson(test.ctx))
    const begun = await test.call(startOwnFidoRegistration, { as })
    const given = keyOf(test).register(challengeIn(begun.body.fidoOptions))
    const data = JSON.parse(Buffer.from(given.clientDataJSON, 'base64url').toString())
    const framed = { ...data, topOrigin: 'https://elsewhere.example.test' }
    const clientDataJSON = Buffer.from(JSON.stringify(framed)).toString('base64url')
    const body = { fidoResponse: { ...given, clientDataJSON } }
    expect((await test.call(completeOwnFidoRegistration, { as, body })).body.code).toBe(refused)
  })

  it('under another id than the one that was attested is not taken', async () => {
    const as = await signInAs(test.ctx, await buildPerson(test.ctx))
    const begun = await test.call(startOwnFidoRegistration, { as })
    const given = keyOf(test).register(challengeIn(begun.body.fidoOptions))
    const body = { fidoResponse: { ...given, id: 'AAAA', rawId: 'AAAA' } }
    expect((await test.call(completeOwnFidoRegistration, { as, body })).body.code).toBe(refused)
  })
})
