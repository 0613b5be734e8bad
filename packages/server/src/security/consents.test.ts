import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltUser, buildAdmin, buildUser } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createRelyingParty, type RelyingParty } from './sweep/relying-party.ts'

/* Guard: `agreedScopes` in `protocols/oidc/access/grant-policy.ts` and the consents it reads. */

let test: TestApp
let admin: string
let party: RelyingParty
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  admin = (await buildAdmin(test.ctx)).token
  party = await createRelyingParty(test, admin, { requireConsent: true })
})
afterAll(() => test.close())

const agree = (user: BuiltUser, { clientId }: RelyingParty, scopes: readonly string[]) =>
  test.ctx.db
    .insertInto('oidc_consents')
    .values({
      tenant_id: test.tenant.id,
      user_id: user.id,
      client_id: clientId,
      scopes: JSON.stringify(scopes),
      given_at: test.clock.now(),
    })
    .execute()

const outcome = async (user: BuiltUser): Promise<string> => {
  const location = await party.signIn(await party.browserOf(user))
  const { searchParams } = new URL(location)
  return searchParams.get('error') ?? (searchParams.has('code') ? 'a code' : location)
}

const asked = ['openid', 'offline_access']

describe('an application that has to ask', () => {
  it('gets a code for whoever has agreed to all of it', async () => {
    const user = await buildUser(test.ctx)
    await agree(user, party, asked)
    expect(await outcome(user)).toBe('a code')
  })

  it('gets none by what somebody else agreed to, was agreed with another, or is something else', {
    meta: { covers: ['S16'] },
  }, async () => {
    const user = () => buildUser(test.ctx)
    const [other, elsewhere, partly] = [await user(), await user(), await user()]
    const otherParty = await createRelyingParty(test, admin, { requireConsent: true })
    await agree(elsewhere, otherParty, asked)
    await agree(partly, party, ['profile'])
    for (const each of [other, elsewhere, partly]) {
      expect(await outcome(each)).toBe('consent_required')
    }
  })
})
