import {
  beginStepUp,
  challengeAuthenticator,
  completeAuthentication,
  completeEnrollment,
} from '@signet/contract/access/authentication'
import {
  authenticatePasswordReset,
  challengePasswordReset,
  queryPasswordReset,
} from '@signet/contract/access/password-reset'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  softToken,
} from '../../../../../testing/access/people.ts'
import { signInAs } from '../../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { tokens } from '../../../authenticators/tokens/index.ts'
import { evidenceRow, insertEvidence } from './evidence.repository.ts'
import { openTransaction } from './record.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

describe('evidence in a sign-in', () => {
  it('of another person counts for nothing', { meta: { covers: ['S3'] } }, async () => {
    const [user, other] = [await buildPerson(test.ctx), await buildPerson(test.ctx)]
    const token = await buildToken(test.ctx, user.id)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const { id } = await openTransaction(test.ctx, browser.authToken)
    const row = evidenceRow(test.ctx, {
      transactionId: id,
      userId: other.id,
      step: 1,
      authenticator: 'PASSWORD',
      authenticator_id: null,
      class: 'KNOWLEDGE',
      channel: 'MEMORY',
      device: null,
    })
    await test.ctx.db.executeQuery(insertEvidence(row))
    expect((await browser.prove('TOKEN', token.code())).status).toBe(401)
  })

  /* Guard: `isPresentPassword`. */
  it('of a password that was replaced since counts for nothing', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const first = await browser.prove('PASSWORD', goodPassword)
    expect(first.body).toMatchObject({ authenticationCompleted: false })
    test.clock.advance(1000)
    await test.ctx.db
      .updateTable('passwords')
      .set({ changed_at: test.clock.now() })
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .execute()
    const second = await browser.prove('TOKEN', token.code())
    expect([second.status, second.body.authenticationCompleted ?? false]).toEqual([401, false])
  })
})

describe('the second factor that a sign-in demands', () => {
  it('is the one that was begun in it, not another that waits for its code', async () => {
    const user = await buildPerson(test.ctx, { administrator: true })
    const begin = (transactionId?: string) =>
      test.ctx.transaction(async (ctx) => {
        const more = transactionId === undefined ? {} : { transactionId }
        const made = await tokens.create(ctx, {
          userId: user.id,
          type: 'GOOGLE_AUTHENTICATOR',
          ...more,
        })
        const { secret } = await tokens.showSecret(ctx, made.id, () => {})
        return softToken(ctx, made.id, secret)
      })
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    const { authToken } = browser
    const waiting = await begin()
    const complete = (response: string) =>
      test.call(completeEnrollment, {
        params: { authenticator: 'TOKEN' },
        body: { authToken, response },
      })
    expect((await complete(waiting.code())).body.code).toBe('no_transaction')
    const { id } = await openTransaction(test.ctx, authToken)
    const own = await begin(id)
    expect((await complete(own.code())).body).toMatchObject({ authenticationCompleted: true })
  })
})

describe('a step-up', () => {
  it('is one though the password has run out since, and begins no other session', async () => {
    const user = await buildPerson(test.ctx)
    const as = await signInAs(test.ctx, user)
    await test.ctx.db
      .updateTable('passwords')
      .set({ expires_at: test.clock.now() })
      .where('user_id', '=', user.id)
      .execute()
    const begun = await test.call(beginStepUp, { as, body: {} })
    const proven = await test.call(completeAuthentication, {
      as,
      params: { authenticator: 'PASSWORD' },
      body: { authToken: begun.body.authToken, response: goodPassword },
    })
    expect(proven.body).toMatchObject({ authenticationCompleted: true, requiredActions: [] })
    expect(fieldOf(proven.body, 'session', 'isStepAuth')).toBe(true)
  })
})

describe('what was begun at one door', () => {
  it('is not asked for or answered at the other: sign-in and reset', {
    meta: { covers: ['S3'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const reset = await test.call(queryPasswordReset, { body: { userId: user.userId } })
    const params = { authenticator: 'PASSKEY' }
    const [begun, body] = [{ authToken: browser.authToken }, { authToken: reset.body.authToken }]
    const answers = await Promise.all([
      test.call(challengeAuthenticator, { params, body }),
      test.call(completeAuthentication, { params, body: { ...body, response: 'x' } }),
      test.call(challengePasswordReset, { body: { ...begun, authenticator: 'OTP' } }),
      test.call(challengePasswordReset, { body: { ...begun, ...params } }),
      test.call(authenticatePasswordReset, { body: { ...begun, ...params, response: 'x' } }),
    ])
    expect(answers.map((answer) => answer.body.code)).toEqual(Array(5).fill('no_transaction'))
  })
})
