import {
  completeEnrollment,
  renewSession,
  startEnrollment,
} from '@signet/contract/access/authentication'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  goodPassword,
  softToken,
} from '../../../../testing/access/people.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const sessionOf = (body: Record<string, unknown>) => JSON.parse(JSON.stringify(body.session))

describe('signing in', () => {
  it('takes a password alone from a user without a second factor', async () => {
    const user = await buildPerson(test.ctx)
    const browser = browserOf(test.call)
    const asked = await browser.query(user.userId)
    expect(asked.status).toBe(200)
    expect(asked.body.authenticators).toEqual([{ type: 'PASSWORD' }, { type: 'PASSKEY' }])
    const done = await browser.prove('PASSWORD', goodPassword)
    expect(done.body).toMatchObject({ authenticationCompleted: true, authToken: null })
    expect(String(done.headers['set-cookie'])).toContain('signet=')
    const renewed = await test.call(renewSession, { as: sessionOf(done.body).jwt.token })
    expect(renewed.status).toBe(200)
  })

  it('takes a password whose row was written by SQL, to the microsecond', async () => {
    const user = await buildPerson(test.ctx)
    await test.ctx.db
      .updateTable('passwords')
      .set({ changed_at: sql`timestamptz '2026-01-02 03:04:05.678901Z'` })
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', user.id)
      .execute()
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    expect((await browser.prove('PASSWORD', goodPassword)).status).toBe(200)
  })

  it('asks the owner of a token for its code after the password', async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const half = await browser.prove('PASSWORD', goodPassword)
    expect(half.body).toMatchObject({
      authenticationCompleted: false,
      secondFactor: true,
      authenticators: [{ type: 'TOKEN' }],
      session: null,
    })
    const done = await browser.prove('TOKEN', token.code())
    expect(done.body).toMatchObject({ authenticationCompleted: true })
  })

  it('gives nothing more once it has ended', async () => {
    const user = await buildPerson(test.ctx)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const { authToken } = browser
    await browser.prove('PASSWORD', goodPassword)
    const token = await buildToken(test.ctx, user.id)
    const more = await browser.prove('TOKEN', token.code(), { authToken })
    expect(more.body.code).toBe('no_transaction')
  })

  it('refuses a wrong password, and the code before the password', {
    meta: { covers: ['S3'] },
  }, async () => {
    const user = await buildPerson(test.ctx)
    const token = await buildToken(test.ctx, user.id)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const early = await browser.prove('TOKEN', token.code())
    expect([early.status, early.body.code]).toEqual([400, 'no_transaction'])
    const wrong = await browser.prove('PASSWORD', 'something else entirely')
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_user_response'])
  })

  it('makes an administrator enrol a second factor and takes it for this sign-in', async () => {
    const user = await buildPerson(test.ctx, { administrator: true })
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    const half = await browser.prove('PASSWORD', goodPassword)
    expect(half.body).toMatchObject({ requiredActions: ['ENROLL_SECOND_FACTOR'], session: null })
    const begun = await test.call(startEnrollment, {
      params: { authenticator: 'TOKEN' },
      body: { authToken: browser.authToken },
    })
    const { secret } = JSON.parse(begun.text).token
    const token = softToken(test.ctx, '', secret)
    const wrong = await test.call(completeEnrollment, {
      params: { authenticator: 'TOKEN' },
      body: { authToken: browser.authToken, response: '000000' },
    })
    expect(wrong.body.code).toBe('invalid_user_response')
    const used = token.code()
    const done = await test.call(completeEnrollment, {
      params: { authenticator: 'TOKEN' },
      body: { authToken: browser.authToken, response: used },
    })
    expect(done.body).toMatchObject({ authenticationCompleted: true })
    const again = browserOf(test.call)
    await again.query(user.userId)
    await again.prove('PASSWORD', goodPassword)
    expect((await again.prove('TOKEN', used)).body.code).toBe('invalid_user_response')
    expect((await again.prove('TOKEN', token.code(1))).status).toBe(200)
  })
})
