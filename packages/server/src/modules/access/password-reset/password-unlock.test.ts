import { renewSession } from '@signet/contract/access/authentication'
import {
  authenticatePasswordReset,
  challengePasswordReset,
  completePasswordReset,
  queryPasswordReset,
  unlockPassword,
} from '@signet/contract/access/password-reset'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
} from '../../../../testing/access/people.ts'
import { signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guards: `provenReset` and the single end in `unlock`.

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const signIn = async (userId: string, password: string) => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  return (await browser.prove('PASSWORD', password)).body
}

const lockedOut = async (email: string) => {
  const user = await buildPerson(test.ctx, { email })
  for (let tries = 0; tries < 6; tries += 1) await signIn(user.userId, `wrong ${tries}`)
  expect((await signIn(user.userId, goodPassword)).errorCode).toBe('invalid_user_response_locked')
  return user
}

const begun = async (userId: string) => {
  const asked = await test.call(queryPasswordReset, { body: { userId } })
  return String(asked.body.authToken)
}

const prove = async (authToken: string, authenticator: string, response: string) => {
  const body = { authToken, authenticator, response }
  return String((await test.call(authenticatePasswordReset, { body })).body.authToken)
}

const withCode = async (userId: string, email: string) => {
  const authToken = await begun(userId)
  await test.call(challengePasswordReset, { body: { authToken, authenticator: 'OTP' } })
  return prove(authToken, 'OTP', await mailedCode(test, email))
}

const unlock = async (authToken: string) =>
  (await test.call(unlockPassword, { body: { authToken } })).body

describe('whoever was locked out of their password', () => {
  it('unlocks it by what a new one would take; password and sessions stay', async () => {
    const email = 'unlock-1@example.test'
    const user = await lockedOut(email)
    const session = await signInAs(test.ctx, user)
    expect(await unlock(await withCode(user.userId, email))).toEqual({ unlocked: true })
    expect(await signIn(user.userId, goodPassword)).toMatchObject({ authenticationCompleted: true })
    expect((await test.call(renewSession, { as: session })).status).toBe(200)
  })

  it('does not by a code alone where they hold a second factor', {
    meta: { covers: ['S8'] },
  }, async () => {
    const email = 'unlock-2@example.test'
    const user = await lockedOut(email)
    const token = await buildToken(test.ctx, user.id)
    const half = await withCode(user.userId, email)
    expect((await unlock(half)).errorCode).toBe('no_transaction')
    expect(await unlock(await prove(half, 'TOKEN', token.code()))).toEqual({ unlocked: true })
  })

  it('does it once, and not beside a new password', async () => {
    const email = 'unlock-3@example.test'
    const user = await lockedOut(email)
    const authToken = await withCode(user.userId, email)
    expect(await unlock(authToken)).toEqual({ unlocked: true })
    expect((await unlock(authToken)).errorCode).toBe('no_transaction')
    const body = { authToken, newPassword: 'a much better phrase 7' }
    expect((await test.call(completePasswordReset, { body })).body.errorCode).toBe('no_transaction')
  })

  it('does not with nothing proven', async () => {
    const user = await lockedOut('unlock-4@example.test')
    expect((await unlock(await begun(user.userId))).errorCode).toBe('no_transaction')
  })
})
