import { completeEnrollment, startEnrollment } from '@signet/contract/access/authentication'
import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { createInvitationLink } from '@signet/contract/access/invitations'
import { beginSetup, readSetup } from '@signet/contract/access/setup'
import { updateHeldStatements } from '@signet/contract/settings/heldstatements'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildPerson, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import { createAuthenticator } from '../../../../testing/access/software-authenticator.ts'
import { type BuiltUser, buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { buildPasskey } from '../../../security/sweep/rows.ts'

// Guard: `weighingPassword` in `beginInvited`.

let test: TestApp
let as: string
let acting: BuiltUser
beforeAll(async () => {
  test = await startTestApp()
  const admin = await buildAdmin(test.ctx)
  acting = admin
  as = admin.token
  await buildPasskey(test.ctx, acting.id)
  const seconds = { secondFactors: ['FIDO', 'TOKEN'], secondFactor: 'ALWAYS' }
  const body = {
    ...standardFlow,
    ...seconds,
    name: 'Administrators',
    firstFactors: ['PASSWORD', 'PASSKEY'],
    skipSecondFactor: 'NEVER',
    default: true,
  }
  const made = await test.call(createAuthenticationFlow, { as, body })
  if (made.status !== 200) throw new Error(made.text)
})
afterAll(() => test.close())

const hold = async (administratorsPhishingResistant: boolean): Promise<void> => {
  const body = { administratorsPhishingResistant }
  const held = await test.call(updateHeldStatements, { as, body })
  expect(held.status, held.text).toBe(200)
}
beforeEach(() => hold(false))

const invited = async (administrator: boolean) => {
  const user = await buildPerson(test.ctx, { administrator, password: null })
  const given = { as, params: { userid: user.id }, body: {} }
  const { body } = await test.call(createInvitationLink, given)
  return { user, setupToken: /\/setup\/([\w-]{22})/.exec(String(body.link))?.[1] ?? '' }
}

const choose = (setupToken: string, chosen: { readonly password?: string }) =>
  test.call(beginSetup, { body: { setupToken, userId: 'me', ...chosen } })
const password = goodPassword

describe('while administrators have to use a phishing-resistant factor', () => {
  it('an invited administrator chooses no password, and keeps the link', {
    meta: { covers: ['S10'] },
  }, async () => {
    const { user, setupToken } = await invited(true)
    await hold(true)
    const answer = await choose(setupToken, { password })
    expect([answer.status, answer.body.code]).toEqual([409, 'passkey_required'])
    expect((await test.call(readSetup, { body: { setupToken } })).status).toBe(200)
    const rows = await test.ctx.db
      .selectFrom('passwords')
      .select('user_id')
      .where('user_id', '=', user.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('accepts no exception, which only the administrator who acts could make', {
    meta: { covers: ['S10'] },
  }, async () => {
    const { user, setupToken } = await invited(true)
    await hold(true)
    const answer = await test.call(beginSetup, {
      body: { setupToken, userId: 'me', password },
      headers: { 'signet-accept-lockout': user.userId },
    })
    expect(answer.body.code).toBe('passkey_required')
  })

  it('an invited administrator creates a passkey instead', async () => {
    const { setupToken } = await invited(true)
    await hold(true)
    const { body } = await choose(setupToken, {})
    const { authToken } = body
    const params = { authenticator: 'FIDO' }
    const begun = await test.call(startEnrollment, { params, body: { authToken } })
    const challenge = String(fieldOf(begun.body, 'fidoOptions', 'challenge'))
    const passkey = createAuthenticator(new URL(test.tenant.publicUrl).origin)
    const fidoResponse = passkey.register({ challenge })
    const done = await test.call(completeEnrollment, { params, body: { authToken, fidoResponse } })
    expect(done.body, done.text).toMatchObject({ authenticationCompleted: true })
  })

  it('an invited user who is no administrator chooses a password', async () => {
    const { setupToken } = await invited(false)
    await hold(true)
    expect((await choose(setupToken, { password })).status).toBe(200)
  })
})

it('an invited administrator chooses a password where nothing is held', async () => {
  const { setupToken } = await invited(true)
  expect((await choose(setupToken, { password })).status).toBe(200)
})
