import { completeAuthentication } from '@signet/contract/access/authentication'
import { updateSamlIdentityProvider } from '@signet/contract/applications/saml-identity-providers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, buildToken, fieldOf, goodPassword } from '../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../testing/builders.ts'
import type { Answer } from '../../../testing/call.ts'
import {
  foreignSigner,
  idpEntity,
  idpSigner,
  idpSignIn,
  registerUpstream,
  responseTo,
  visitorOf,
} from '../../../testing/saml/upstream.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

// Guards: `hasNewKey` and `confirmLinksAgain`, `confirm_again` in the factor, `confirmation` and
// `stepDue` in the plan, `confirming` at the end of the sign-in.

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const unique = (): string => test.platform.ids.random(6).toString('hex')
const mfa = 'https://refeds.org/profile/mfa'

const isIn = (answer: Answer): boolean =>
  fieldOf(answer.body, 'authentication', 'authenticationCompleted') === true

const replaceKey = async (id: string, more: object = {}): Promise<void> => {
  const { token: as } = await buildAdmin(test.ctx)
  const body = {
    name: `Replaced ${unique()}`,
    entityId: idpEntity,
    signInUrl: idpSignIn,
    signingCertificates: [foreignSigner.certificate],
    trustedContexts: [mfa],
    updatesUsers: true,
    claimMappings: [{ claim: 'mail', field: 'email' }],
    ...more,
  }
  const answer = await test.call(updateSamlIdentityProvider, { as, params: { id }, body })
  expect(answer.status, answer.text).toBe(200)
}

/** Somebody with a linked account at a provider of their own. */
const linkedPerson = async (more: Parameters<typeof buildPerson>[1] = {}) => {
  const id = await registerUpstream(test, { trustedContexts: [mfa] })
  const person = await buildPerson(test.ctx, more)
  const name = unique()
  const as = await signInAs(test.ctx, person)
  const respond = (redirect: string) => responseTo(test, redirect, { name })
  expect((await visitorOf(test).link(id, as, respond)).status).toBe(200)
  return { id, person, name }
}

type Linked = Awaited<ReturnType<typeof linkedPerson>>

const signIn = async ({ id, name }: Pick<Linked, 'id' | 'name'>, signer = idpSigner) => {
  const visitor = visitorOf(test)
  const begun = await visitor.begin(id)
  const manner = {
    name,
    signer,
    contextClass: mfa,
    attributes: [['mail', 'thief@example.test']] as const,
  }
  const response = await responseTo(test, begun.redirect, manner)
  return { begun, answer: await visitor.complete(id, { ...begun, response }) }
}

const choices = (answer: Answer): readonly unknown[] =>
  [fieldOf(answer.body, 'authentication', 'authenticators')]
    .flat()
    .map((choice) => fieldOf(Object(choice), 'type'))

describe('a linked account whose provider got another key', { meta: { covers: ['S70'] } }, () => {
  it('signs in only with a factor of this service, once', async () => {
    const linked = await linkedPerson()
    const token = await buildToken(test.ctx, linked.person.id)
    expect(isIn((await signIn(linked)).answer)).toBe(true)
    await replaceKey(linked.id)
    const { answer, begun } = await signIn(linked, foreignSigner)
    expect(isIn(answer), answer.text).toBe(false)
    expect(choices(answer)).toContain('TOKEN')
    expect(fieldOf(answer.body, 'authentication', 'enrollableAuthenticators')).toEqual([])
    const users = test.ctx.db.selectFrom('users').select('email')
    const [row] = await users.where('id', '=', linked.person.id).execute()
    expect(row?.email).not.toBe('thief@example.test')
    const authToken = String(fieldOf(answer.body, 'authentication', 'authToken'))
    // The token from before the account was proven leads no further.
    for (const used of [begun.authToken, authToken]) {
      const guess = await test.call(completeAuthentication, {
        params: { authenticator: 'TOKEN' },
        body: { authToken: used, response: '000000' },
      })
      expect(guess.status).toBe(401)
    }
    const proven = await test.call(completeAuthentication, {
      params: { authenticator: 'TOKEN' },
      body: { authToken, response: token.code() },
    })
    expect(proven.body.authenticationCompleted, proven.text).toBe(true)
    expect(isIn((await signIn(linked, foreignSigner)).answer)).toBe(true)
  })

  it('signs in with the password where that is all its user has', async () => {
    const linked = await linkedPerson()
    await replaceKey(linked.id)
    const { answer } = await signIn(linked, foreignSigner)
    expect(isIn(answer)).toBe(false)
    expect(choices(answer)).toContain('PASSWORD')
    const proven = await test.call(completeAuthentication, {
      params: { authenticator: 'PASSWORD' },
      body: {
        authToken: String(fieldOf(answer.body, 'authentication', 'authToken')),
        response: goodPassword,
      },
    })
    expect(proven.body.authenticationCompleted, proven.text).toBe(true)
  })

  it('needs none where the certificates stay, or one is taken away', async () => {
    const linked = await linkedPerson()
    await replaceKey(linked.id, { signingCertificates: [idpSigner.certificate], claimMappings: [] })
    expect(isIn((await signIn(linked)).answer)).toBe(true)
  })
})
