import { renewSession } from '@signet/contract/access/authentication'
import {
  authenticatePasswordReset,
  challengePasswordReset,
  completePasswordReset,
  queryPasswordReset,
  validateResetPassword,
} from '@signet/contract/access/password-reset'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeMailTo, mailedCode, mailsTo, noticeTo } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
} from '../../../../testing/access/people.ts'
import { buildRadius } from '../../../../testing/access/radius.ts'
import { signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { recoveryCodes } from '../../authenticators/recovery-codes/index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const better = 'a much better phrase 7'

const begin = async (asking: string | object) => {
  const body = typeof asking === 'string' ? { userId: asking } : asking
  const asked = await test.call(queryPasswordReset, { body })
  let authToken = String(asked.body.authToken)
  return {
    asked,
    challenge: () =>
      test.call(challengePasswordReset, { body: { authToken, authenticator: 'OTP' } }),
    async prove(authenticator: string, response: string) {
      const answer = await test.call(authenticatePasswordReset, {
        body: { authToken, authenticator, response },
      })
      if (answer.status === 200) authToken = String(answer.body.authToken)
      return answer
    },
    validate: (newPassword: string) =>
      test.call(validateResetPassword, { body: { authToken, newPassword } }),
    complete: (newPassword: string) =>
      test.call(completePasswordReset, { body: { authToken, newPassword } }),
  }
}

const signIn = async (userId: string, password: string) => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  return browser.prove('PASSWORD', password)
}

describe('resetting a password', () => {
  it('takes a mailed code and a new password, ends every session and tells the owner', async () => {
    const user = await buildPerson(test.ctx, { email: 'reset-1@example.test' })
    const session = await signInAs(test.ctx, user)
    const reset = await begin(user.userId)
    expect(reset.asked.body).toMatchObject({
      authenticators: [{ type: 'OTP' }],
      resetAllowed: false,
    })
    expect((await reset.complete(better)).body.code).toBe('no_transaction')
    await reset.challenge()
    const code = await mailedCode(test, 'reset-1@example.test')
    expect((await reset.prove('OTP', code)).body).toMatchObject({ resetAllowed: true })
    expect((await reset.validate('short')).body).toMatchObject({ valid: false })
    expect((await reset.complete('password123')).status).toBe(400)
    expect((await reset.complete(better)).body).toEqual({ completed: true, warnings: [] })
    expect((await reset.complete(`${better} again`)).body.code).toBe('no_transaction')
    expect((await test.call(renewSession, { as: session })).status).toBe(401)
    expect((await signIn(user.userId, goodPassword)).status).toBe(401)
    expect((await signIn(user.userId, better)).status).toBe(200)
    await noticeTo(test, 'reset-1@example.test', /was reset/)
  })

  it('says that RADIUS cannot carry a password of more than 128 bytes', async () => {
    const user = await buildPerson(test.ctx, { email: 'reset-radius@example.test' })
    await buildRadius(test)
    const reset = await begin(user.userId)
    await reset.challenge()
    await reset.prove('OTP', await mailedCode(test, 'reset-radius@example.test'))
    const long = 'ñandú-Ω-7'.repeat(12)
    const warnings = ['radius_too_long']
    expect((await reset.validate(long)).body).toEqual({ valid: true, failed: [], warnings })
    expect((await reset.complete(long)).body).toEqual({ completed: true, warnings })
  })

  it('does not take the current password, however that was stored', async () => {
    const user = await buildPerson(test.ctx, { email: 'reset-same@example.test' })
    // As a password is stored without its history.
    await test.ctx.db.deleteFrom('password_history').where('user_id', '=', user.id).execute()
    const reset = await begin(user.userId)
    await reset.challenge()
    await reset.prove('OTP', await mailedCode(test, 'reset-same@example.test'))
    const same = await reset.complete(goodPassword)
    expect(same.body).toMatchObject({ errorCode: 'password_invalid_history' })
    expect((await reset.complete(better)).body).toEqual({ completed: true, warnings: [] })
  })

  it('goes on from a sign-in that was begun, for whom that names', {
    meta: { covers: ['login.password-reset'] },
  }, async () => {
    const user = await buildPerson(test.ctx, { email: 'reset-0@example.test' })
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const { authToken } = browser
    const reset = await begin({ authToken })
    expect(reset.asked.body.authToken).not.toBe(authToken)
    await reset.challenge()
    const code = await mailedCode(test, 'reset-0@example.test')
    expect((await reset.prove('OTP', code)).body).toMatchObject({ resetAllowed: true })
    expect((await reset.complete(better)).status).toBe(200)
    await browser.query()
    const nobody = await begin({ authToken: browser.authToken })
    expect(nobody.asked.body.errorCode).toBe('no_transaction')
    expect((await begin({})).asked.status).toBe(400)
  })

  it('never goes without the second factor that the user has', async () => {
    const user = await buildPerson(test.ctx, { email: 'reset-2@example.test' })
    const token = await buildToken(test.ctx, user.id)
    const reset = await begin(user.userId)
    await reset.challenge()
    const half = await reset.prove('OTP', await mailedCode(test, 'reset-2@example.test'))
    expect(half.body).toMatchObject({
      resetAllowed: false,
      secondFactor: true,
      authenticators: [{ type: 'TOKEN' }],
    })
    expect((await reset.complete(better)).body.code).toBe('no_transaction')
    expect((await reset.prove('TOKEN', token.code())).body).toMatchObject({ resetAllowed: true })
    expect((await reset.complete(better)).status).toBe(200)
  })

  it('takes no recovery code in place of the second factor', async () => {
    const user = await buildPerson(test.ctx, { email: 'reset-7@example.test' })
    await buildToken(test.ctx, user.id)
    const [code = ''] = await test.ctx.transaction((ctx) =>
      recoveryCodes.createSet(ctx, { id: user.id, name: user.userId }),
    )
    const reset = await begin(user.userId)
    await reset.challenge()
    await reset.prove('OTP', await mailedCode(test, 'reset-7@example.test'))
    expect((await reset.prove('RECOVERY_CODE', code)).body.code).toBe('invalid_user_response')
    expect((await reset.complete(better)).body.code).toBe('no_transaction')
  })

  it('does not take the second factor first', { meta: { covers: ['S3'] } }, async () => {
    const user = await buildPerson(test.ctx, { email: 'reset-3@example.test' })
    const token = await buildToken(test.ctx, user.id)
    const reset = await begin(user.userId)
    expect((await reset.prove('TOKEN', token.code())).body.code).toBe('no_transaction')
  })

  it('answers unknown users as known ones, and mails nobody', {
    meta: { covers: ['S29'] },
  }, async () => {
    const user = await buildPerson(test.ctx, { email: 'reset-4@example.test' })
    const shape = async (userId: string) => {
      const reset = await begin(userId)
      const challenged = await reset.challenge()
      const wrong = await reset.prove('OTP', '00000000')
      return [
        { ...reset.asked.body, authToken: '' },
        { ...challenged.body, authToken: '', otp: Object.keys(Object(challenged.body.otp)) },
        [wrong.status, wrong.body.code],
      ]
    }
    const before = test.outbox().length
    expect(await shape('nobody at all')).toEqual(await shape(user.userId))
    await codeMailTo(test, 'reset-4@example.test')
    expect(test.outbox().length).toBe(before + 1)
  })

  it('sends no second code at once, and no more than its share within the hour', async () => {
    const user = await buildPerson(test.ctx, { email: 'reset-5@example.test' })
    const reset = await begin(user.userId)
    const first = await reset.challenge()
    const second = await reset.challenge()
    expect([second.status, second.body.otp]).toEqual([200, first.body.otp])
    await codeMailTo(test, 'reset-5@example.test')
    expect(mailsTo(test, 'reset-5@example.test')).toHaveLength(1)
    for (let sent = 1; sent < 10; sent += 1) await (await begin(user.userId)).challenge()
    expect((await (await begin(user.userId)).challenge()).status).toBe(429)
    for (let sent = 0; sent < 10; sent += 1) await (await begin('nobody here')).challenge()
    expect((await (await begin('nobody here')).challenge()).status).toBe(429)
  })

  it('refuses a code that has run out or was replaced', async () => {
    const user = await buildPerson(test.ctx, { email: 'reset-6@example.test' })
    const reset = await begin(user.userId)
    await reset.challenge()
    const first = await mailedCode(test, 'reset-6@example.test')
    test.clock.advance(31_000)
    await reset.challenge()
    expect((await reset.prove('OTP', first)).body.code).toBe('invalid_user_response')
    const second = await mailedCode(test, 'reset-6@example.test')
    test.clock.advance(5 * 60_000)
    expect((await reset.prove('OTP', second)).body.code).toBe('invalid_user_response')
  })
})
