import {
  beginStepUp,
  challengeAuthenticator,
  changeExpiredPassword,
  completeAuthentication,
} from '@signet/contract/access/authentication'
import { createOwnRecoveryCodes, deleteOwnToken } from '@signet/contract/access/self-authenticators'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverNotices, mailsTo, noticeTo } from '../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  sessionTokenOf,
} from '../../../../testing/access/people.ts'
import { typedAs } from '../../../../testing/access/typed-as.ts'
import { signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

const afterPassword = async (userId: string) => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  return { browser, half: await browser.prove('PASSWORD', goodPassword) }
}

describe('recovery codes', () => {
  it('sign in once each in place of the second factor, and tell their owner', async () => {
    const user = await buildPerson(test.ctx, { email: 'paper@example.test' })
    await buildToken(test.ctx, user.id)
    const as = await signInAs(test.ctx, user)
    const { codes } = JSON.parse((await test.call(createOwnRecoveryCodes, { as })).text)
    expect(new Set(codes).size).toBe(10)
    const { browser, half } = await afterPassword(user.userId)
    expect(half.body.authenticators).toEqual([{ type: 'TOKEN' }, { type: 'RECOVERY_CODE' }])
    const done = await browser.prove(
      'RECOVERY_CODE',
      String(codes[0]).toLowerCase().replaceAll('-', ' '),
    )
    expect(done.body).toMatchObject({ authenticationCompleted: true })
    const mail = await noticeTo(test, 'paper@example.test', /recovery code .*was used/)
    expect(mail.text).toContain('9 are left')
    const again = await afterPassword(user.userId)
    expect((await again.browser.prove('RECOVERY_CODE', codes[0])).status).toBe(401)
    const sessions = await test.call(listOwnSessions, { as: sessionTokenOf(done.body) })
    const mine: unknown = JSON.parse(sessions.text).find((one: { current: boolean }) => one.current)
    expect(fieldOf(mine, 'amr')).toEqual(['pwd', 'otp'])
  })

  it('end when new ones are made', async () => {
    const user = await buildPerson(test.ctx)
    await buildToken(test.ctx, user.id)
    const as = await signInAs(test.ctx, user)
    const { codes } = JSON.parse((await test.call(createOwnRecoveryCodes, { as })).text)
    await test.call(createOwnRecoveryCodes, { as })
    const { browser } = await afterPassword(user.userId)
    expect((await browser.prove('RECOVERY_CODE', codes[0])).status).toBe(401)
  })
})

// Guards: `foldCode` of rules/codes.ts wherever a typed code is compared.
describe('a code in the digits of another keyboard', () => {
  it.each([
    ['full-width', 0xff10],
    ['Arabic-Indic', 0x0660],
    ['Devanagari', 0x0966],
  ])('is right in %s digits: of a token, and of a recovery code', async (_name, zero) => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const as = await signInAs(test.ctx, user)
    const { codes } = JSON.parse((await test.call(createOwnRecoveryCodes, { as })).text)
    const first = await afterPassword(user.userId)
    const byToken = await first.browser.prove('TOKEN', typedAs(token.code(), zero))
    expect(byToken.body).toMatchObject({ authenticationCompleted: true })
    const second = await afterPassword(user.userId)
    const byRecovery = await second.browser.prove('RECOVERY_CODE', typedAs(codes[0], zero))
    expect(byRecovery.body).toMatchObject({ authenticationCompleted: true })
  })
})

describe('a mailed code as second factor', () => {
  it('serves whoever the application asks for two and who has no other', async () => {
    const user = await buildPerson(test.ctx, { email: 'mailed@example.test' })
    const { browser, half } = await afterPassword(user.userId)
    expect(half.body).toMatchObject({ authenticationCompleted: true })
    expect((await browser.challenge('OTP')).body.code).toBe('no_transaction')
    await deliverNotices(test)
    expect(mailsTo(test, 'mailed@example.test')).toHaveLength(0)
  })

  it('is no way around a token', async () => {
    const user = await buildPerson(test.ctx, { email: 'mailed-2@example.test' })
    await buildToken(test.ctx, user.id)
    const { browser, half } = await afterPassword(user.userId)
    expect(half.body.authenticators).toEqual([{ type: 'TOKEN' }])
    expect((await browser.challenge('OTP')).body.code).toBe('no_transaction')
  })
})

describe('a password that has to be changed', () => {
  const force = (userId: string) =>
    test.ctx.db
      .updateTable('passwords')
      .set({ force_change: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', userId)
      .execute()

  it('is changed within the sign-in, after the second factor', async () => {
    const user = await buildPerson(test.ctx, { email: 'forced@example.test' })
    const token = await buildToken(test.ctx, user.id)
    await force(user.id)
    const { browser, half } = await afterPassword(user.userId)
    expect(half.body).toMatchObject({ requiredActions: [], secondFactor: true })
    const change = (newPassword: string) =>
      test.call(changeExpiredPassword, { body: { authToken: browser.authToken, newPassword } })
    expect((await change('another good phrase 3')).body.code).toBe('no_transaction')
    const due = await browser.prove('TOKEN', token.code())
    expect(due.body).toMatchObject({ requiredActions: ['PASSWORD_CHANGE'], session: null })
    expect((await change(goodPassword)).body.code).toBe('password_invalid_history')
    const done = await change('another good phrase 3')
    expect(done.body).toMatchObject({ authenticationCompleted: true })
    sessionTokenOf(done.body)
    await noticeTo(test, 'forced@example.test', /was changed/)
    expect((await change('yet another phrase 4')).body.code).toBe('no_transaction')
  })

  it('voids what was proven with the former one elsewhere', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const thief = await afterPassword(user.userId)
    await force(user.id)
    const { browser } = await afterPassword(user.userId)
    await browser.prove('TOKEN', token.code())
    const body = { authToken: browser.authToken, newPassword: 'another good phrase 3' }
    expect((await test.call(changeExpiredPassword, { body })).status).toBe(200)
    const late = await thief.browser.prove('TOKEN', token.code(1))
    expect(late.body.code).toBe('invalid_user_response')
  })
})

describe('proving a factor again', () => {
  it('is asked for once the sign-in is not fresh, and counts for its session alone', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const spare = await buildToken(test.ctx, user.id)
    const [one, other] = [await signInAs(test.ctx, user), await signInAs(test.ctx, user)]
    test.clock.advance(11 * 60_000)
    const remove = (as: string) => test.call(deleteOwnToken, { as, params: { tokenid: spare.id } })
    expect((await remove(one)).body.code).toBe('step_up_required')
    const begun = await test.call(beginStepUp, { as: one, body: {} })
    expect(begun.body.authenticators).toEqual([{ type: 'TOKEN' }])
    const body = { authToken: begun.body.authToken, response: token.code() }
    const params = { authenticator: 'TOKEN' }
    const foreign = await test.call(completeAuthentication, { as: other, params, body })
    expect(foreign.status).toBe(401)
    const again = await test.call(beginStepUp, { as: one, body: {} })
    const proven = await test.call(completeAuthentication, {
      as: one,
      params,
      body: { authToken: again.body.authToken, response: token.code() },
    })
    expect(fieldOf(proven.body, 'session', 'isStepAuth')).toBe(true)
    expect((await remove(other)).body.code).toBe('step_up_required')
    expect((await remove(one)).status).toBe(204)
  })

  it('takes no password from someone who has a token', async () => {
    const user = await buildPerson(test.ctx)
    await buildToken(test.ctx, user.id)
    const as = await signInAs(test.ctx, user)
    const { body } = await test.call(beginStepUp, { as, body: {} })
    const answer = await test.call(completeAuthentication, {
      as,
      params: { authenticator: 'PASSWORD' },
      body: { authToken: body.authToken, response: goodPassword },
    })
    expect(answer.body.code).toBe('invalid_user_response')
  })

  it('gives no session to a step-up begun by someone else', async () => {
    const user = await buildPerson(test.ctx)
    const begun = await test.call(beginStepUp, { as: await signInAs(test.ctx, user), body: {} })
    const authToken = begun.body.authToken
    const anonymous = await test.call(completeAuthentication, {
      params: { authenticator: 'PASSWORD' },
      body: { authToken, response: goodPassword },
    })
    expect([anonymous.status, anonymous.body.session]).toEqual([401, undefined])
    const challenged = await test.call(challengeAuthenticator, {
      params: { authenticator: 'PASSKEY' },
      body: { authToken },
    })
    expect(challenged.status).toBe(200)
  })
})

describe('a device', () => {
  it('becomes known by a completed sign-in, and the owner hears of a new one', async () => {
    const user = await buildPerson(test.ctx, { email: 'device@example.test' })
    const first = browserOf(test.call)
    await first.query(user.userId)
    await first.prove('PASSWORD', goodPassword)
    await first.query(user.userId)
    await first.prove('PASSWORD', goodPassword)
    await deliverNotices(test)
    expect(mailsTo(test, 'device@example.test')).toHaveLength(0)
    const second = browserOf(test.call)
    await second.query(user.userId)
    await second.prove('PASSWORD', goodPassword)
    await noticeTo(test, 'device@example.test', /New sign-in/)
  })
})
