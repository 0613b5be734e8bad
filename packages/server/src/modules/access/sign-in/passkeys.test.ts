import { readSelf } from '@signet/contract/access/self'
import {
  completeOwnFidoRegistration,
  startOwnFidoRegistration,
} from '@signet/contract/access/self-authenticators'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  fieldOf,
  goodPassword,
  sessionTokenOf,
} from '../../../../testing/access/people.ts'
import {
  type Algorithm,
  createAuthenticator,
  type Misdeeds,
  type SoftwareAuthenticator,
} from '../../../../testing/access/software-authenticator.ts'
import { type BuiltUser, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let origin: string
beforeAll(async () => {
  test = await startTestApp()
  origin = new URL(test.tenant.publicUrl).origin
})
afterAll(() => test.close())

const challengeIn = (options: unknown): { challenge: string } => {
  const challenge = fieldOf(options, 'challenge')
  if (typeof challenge !== 'string') throw new Error('no challenge')
  return { challenge }
}

const register = async (
  user: BuiltUser,
  passkey: SoftwareAuthenticator,
  misdeeds: Misdeeds = {},
) => {
  const as = await signInAs(test.ctx, user)
  const begun = await test.call(startOwnFidoRegistration, { as })
  const asked = challengeIn(begun.body.fidoOptions)
  const given = { fidoResponse: passkey.register(asked, misdeeds), name: 'Key' }
  const answer = await test.call(completeOwnFidoRegistration, { as, body: given })
  return { as, begun, given, answer }
}

const signInWithPasskey = async (passkey: SoftwareAuthenticator, misdeeds: Misdeeds = {}) => {
  const browser = browserOf(test.call)
  await browser.query()
  const { body } = await browser.challenge('PASSKEY')
  return browser.sign('PASSKEY', passkey.assert(challengeIn(body.fidoChallenge), misdeeds))
}

const empties = ['', null, undefined]

// Guards: `absent` of contract/authenticators/fido.ts, for every optional member of both answers.
describe('a browser that sends a member it has nothing for as empty', () => {
  it.each([
    ...[...empties, [], ['']].map((value) => ['transports', value] as const),
    ...empties.map((value) => ['authenticatorAttachment', value] as const),
    ...empties.map((value) => ['publicKeyAlgorithm', value] as const),
    ...empties.map((value) => ['clientExtensionResults', value] as const),
  ])('registers a passkey with the %s %j', async (member, value) => {
    const user = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, user)
    const begun = await test.call(startOwnFidoRegistration, { as })
    const made = createAuthenticator(origin).register(challengeIn(begun.body.fidoOptions), {})
    const body = { fidoResponse: { ...made, [member]: value }, name: 'Key' }
    const answer = await test.call(completeOwnFidoRegistration, { as, body })
    expect(answer.status, answer.text).toBe(200)
  })

  it.each([
    ...empties.map((value) => ['userHandle', value] as const),
    ...empties.map((value) => ['authenticatorAttachment', value] as const),
    ...empties.map((value) => ['clientExtensionResults', value] as const),
  ])('signs in with the %s %j', async (member, value) => {
    const user = await buildPerson(test.ctx)
    const passkey = createAuthenticator(origin)
    await register(user, passkey)
    const browser = browserOf(test.call)
    await browser.query()
    const { body } = await browser.challenge('PASSKEY')
    const given = passkey.assert(challengeIn(body.fidoChallenge), {})
    const answer = await browser.sign('PASSKEY', { ...given, [member]: value })
    expect(answer.body, answer.text).toMatchObject({ authenticationCompleted: true })
  })
})

describe('registering a passkey', () => {
  it('asks for EdDSA, ES256 and RS256 in this order, and for the tenant’s own name', {
    meta: {
      covers: ['fido.registration-algorithms', 'fido.relying-party', 'constant:fido.algorithms'],
    },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const { begun } = await register(user, createAuthenticator(origin))
    const options = begun.body.fidoOptions
    expect(fieldOf(options, 'pubKeyCredParams')).toEqual(
      [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    )
    expect(fieldOf(options, 'rp', 'id')).toBe(new URL(origin).hostname)
    expect(fieldOf(options, 'authenticatorSelection')).toMatchObject({
      residentKey: 'preferred',
      userVerification: 'preferred',
    })
  })

  it.each<Algorithm>([-7, -8, -257])(
    'takes a key of algorithm %d and signs in with it',
    { meta: { covers: ['fido.assertion', 'fido.browser-interface'] } },
    async (algorithm) => {
      const user = await buildPerson(test.ctx)
      const passkey = createAuthenticator(origin, algorithm)
      const { answer } = await register(user, passkey)
      expect(answer.body).toMatchObject({ name: 'Key', state: 'ACTIVE' })
      const done = await signInWithPasskey(passkey)
      expect(done.body).toMatchObject({ authenticationCompleted: true })
      sessionTokenOf(done.body)
    },
  )

  it('refuses an algorithm that was not asked for', { meta: { covers: ['S31'] } }, async () => {
    const user = await buildPerson(test.ctx)
    const { answer } = await register(user, createAuthenticator(origin, -35))
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_user_response'])
  })

  it.each<[string, Misdeeds]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that only ends alike', { origin: 'http://evil-localhost:8080' }],
    ['another relying party', { rpId: 'evil.example' }],
    [
      'a challenge that was not given out',
      { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    ],
    ['a ceremony inside another page', { crossOrigin: true }],
    ['an assertion in place of a registration', { type: 'webauthn.get' }],
    ['an id that differs from its raw id', { rawId: 'AAAA' }],
    ['an attestation of an unknown format', { format: 'wicked' }],
  ])('refuses %s', { meta: { covers: ['S31'] } }, async (_, misdeeds) => {
    const user = await buildPerson(test.ctx)
    const { answer } = await register(user, createAuthenticator(origin), misdeeds)
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_user_response'])
  })

  it('uses a challenge once', async () => {
    const user = await buildPerson(test.ctx)
    const { as, given } = await register(user, createAuthenticator(origin))
    const again = await test.call(completeOwnFidoRegistration, { as, body: given })
    expect(again.body.code).toBe('invalid_user_response')
  })

  // Guard: the unique index of credential ids; an authenticator chooses them.
  it('takes no id that the passkey of another user has, and leaves that one as it is', async () => {
    const [owner, other] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    const passkey = createAuthenticator(origin)
    await register(owner, passkey)
    const { answer } = await register(other, passkey)
    expect(answer.body.code).toBe('invalid_user_response')
    const signedIn = await signInWithPasskey(passkey)
    const token = sessionTokenOf(signedIn.body)
    expect((await test.call(readSelf, { as: token })).body.id).toBe(owner.id)
  })

  it('takes no registration begun in another session', { meta: { covers: ['S4'] } }, async () => {
    const user = await buildPerson(test.ctx)
    const passkey = createAuthenticator(origin)
    const begun = await test.call(startOwnFidoRegistration, { as: await signInAs(test.ctx, user) })
    const fidoResponse = passkey.register(challengeIn(begun.body.fidoOptions))
    const as = await signInAs(test.ctx, user)
    const answer = await test.call(completeOwnFidoRegistration, { as, body: { fidoResponse } })
    expect(answer.body.code).toBe('invalid_user_response')
  })
})

describe('signing in with a passkey', () => {
  it.each<[string, Misdeeds]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    [
      'a challenge of another sign-in',
      { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    ],
    ['a ceremony inside another page', { crossOrigin: true }],
    ['a key that did not check who holds it', { userVerified: false }],
    ['a registration in place of an assertion', { type: 'webauthn.create' }],
    ['the handle of somebody else', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('refuses %s', { meta: { covers: ['S31'] } }, async (_, misdeeds) => {
    const user = await buildPerson(test.ctx)
    const passkey = createAuthenticator(origin)
    await register(user, passkey)
    const answer = await signInWithPasskey(passkey, misdeeds)
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_user_response'])
    expect((await signInWithPasskey(passkey)).status).toBe(200)
  })

  it('refuses a counter that did not grow', { meta: { covers: ['S31'] } }, async () => {
    const user = await buildPerson(test.ctx)
    const passkey = createAuthenticator(origin)
    await register(user, passkey, { counter: 41 })
    expect((await signInWithPasskey(passkey, { counter: 42 })).status).toBe(200)
    expect((await signInWithPasskey(passkey, { counter: 42 })).body.code).toBe(
      'invalid_user_response',
    )
    expect((await signInWithPasskey(passkey, { counter: 12 })).body.code).toBe(
      'invalid_user_response',
    )
  })

  it('takes one of two assertions with the same count, made at once', async () => {
    const user = await buildPerson(test.ctx)
    const passkey = createAuthenticator(origin)
    await register(user, passkey, { counter: 6 })
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => signInWithPasskey(passkey, { counter: 7 })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('refuses a forged signature and a passkey that nobody registered', {
    meta: { covers: ['S31'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const passkey = createAuthenticator(origin)
    await register(user, passkey)
    const browser = browserOf(test.call)
    await browser.query()
    const { body } = await browser.challenge('PASSKEY')
    const assertion = passkey.assert(challengeIn(body.fidoChallenge))
    const signature = createAuthenticator(origin).assert(challengeIn(body.fidoChallenge)).signature
    expect((await browser.sign('PASSKEY', { ...assertion, signature })).status).toBe(401)
    expect((await signInWithPasskey(createAuthenticator(origin))).status).toBe(401)
  })

  it('refuses the passkey of another user than the one named', async () => {
    const owner = await buildPerson(test.ctx)
    const named = await buildPerson(test.ctx)
    const passkey = createAuthenticator(origin)
    await register(owner, passkey)
    for (const name of [named.userId, 'nobody at all']) {
      const browser = browserOf(test.call)
      await browser.query(name)
      const { body } = await browser.challenge('PASSKEY')
      const answer = await browser.sign('PASSKEY', passkey.assert(challengeIn(body.fidoChallenge)))
      expect(answer.body.code).toBe('invalid_user_response')
    }
  })

  it('counts alone as two factors for an administrator', { meta: { covers: ['S2'] } }, async () => {
    const user = await buildPerson(test.ctx, { administrator: true })
    const passkey = createAuthenticator(origin)
    await register(user, passkey)
    expect((await signInWithPasskey(passkey)).body).toMatchObject({ authenticationCompleted: true })
  })

  it('comes second after a password, with its list of keys told only then', async () => {
    const user = await buildPerson(test.ctx)
    const passkey = createAuthenticator(origin)
    await register(user, passkey)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    expect((await browser.challenge('FIDO')).body.code).toBe('no_transaction')
    const half = await browser.prove('PASSWORD', goodPassword)
    expect(half.body).toMatchObject({ secondFactor: true, authenticators: [{ type: 'FIDO' }] })
    const { body } = await browser.challenge('FIDO')
    expect(fieldOf(body.fidoChallenge, 'allowCredentials')).toMatchObject([{ id: passkey.id }])
    const assertion = passkey.assert(challengeIn(body.fidoChallenge), { userVerified: false })
    expect((await browser.sign('FIDO', assertion)).body).toMatchObject({
      authenticationCompleted: true,
    })
  })

  it('cannot use a challenge after its time', async () => {
    const user = await buildPerson(test.ctx)
    const passkey = createAuthenticator(origin)
    await register(user, passkey)
    const browser = browserOf(test.call)
    await browser.query()
    const { body } = await browser.challenge('PASSKEY')
    test.clock.advance(5 * 60_000 + 1)
    const answer = await browser.sign('PASSKEY', passkey.assert(challengeIn(body.fidoChallenge)))
    expect(answer.body.code).toBe('invalid_user_response')
  })
})
