import { waitForPush } from '@signet/contract/access/pushes'
import { updateSoftTokenSettings } from '@signet/contract/settings/entrustst'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noticeTo } from '../../../../../testing/access/mail.ts'
import {
  browserOf,
  buildPerson,
  fieldOf,
  goodPassword,
  sessionTokenOf,
} from '../../../../../testing/access/people.ts'
import { buildSoftTokenApp } from '../../../../../testing/access/soft-token-app.ts'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const set = (body: object) => test.call(updateSoftTokenSettings, { as, body })
beforeEach(() => set({ mutualChallenge: true, lockOnConcern: false, pushEnabled: true }))

type Person = Awaited<ReturnType<typeof buildPerson>>

/** A browser in which the person’s password was proven. */
const proven = async (user: Person) => {
  const browser = browserOf(test.call)
  await browser.query(user.userId)
  const state = await browser.prove('PASSWORD', goodPassword)
  return { browser, state }
}

const withApp = async () => {
  const user = await buildPerson(test.ctx, { email: 'ada@example.test' })
  return { user, ...(await buildSoftTokenApp(test, user.id)) }
}

const asked = async (user: Person) => {
  const { browser } = await proven(user)
  const { body, status } = await browser.challenge('TOKENPUSH')
  return { browser, status, number: String(fieldOf(body, 'push', 'number')) }
}

const waiting = (browser: { readonly authToken: string }) =>
  test.call(waitForPush, { body: { authToken: browser.authToken } })

describe('a push', () => {
  it('signs in who approves it with the number that the browser shows', async () => {
    const { user, app } = await withApp()
    const { state } = await proven(user)
    expect(state.body.authenticators).toEqual([{ type: 'TOKENPUSH' }, { type: 'TOKEN' }])
    const { browser, number } = await asked(user)
    expect(number).toMatch(/^[1-9]\d$/)
    const wait = waiting(browser)
    const push = await app.pending()
    // Nothing tells the app the number: these fields are all.
    expect(JSON.parse(push.details)).toEqual({
      issuer: test.tenant.companyName,
      application: null,
      purpose: 'SIGN_IN',
      address: '127.0.0.1',
      browser: expect.any(String),
      at: expect.any(String),
    })
    expect((await app.answer(push, { decision: 'APPROVE', number })).status).toBe(204)
    expect((await wait).body).toEqual({ status: 'APPROVED' })
    const done = await browser.prove('TOKENPUSH', '')
    expect(done.body).toMatchObject({ authenticationCompleted: true })
    sessionTokenOf(done.body)
  })

  /* Guard: `number_hmac` in `stateAfter` (pushes.service.ts). */
  it('ends with a wrong number, whoever typed it', { meta: { covers: ['S50'] } }, async () => {
    const { user, app } = await withApp()
    const { browser, number } = await asked(user)
    const push = await app.pending()
    const wrong = number === '10' ? '11' : '10'
    expect((await app.answer(push, { decision: 'APPROVE', number: wrong })).status).toBe(401)
    expect((await app.answer(push, { decision: 'APPROVE', number })).status).toBe(404)
    expect((await waiting(browser)).body).toEqual({ status: 'DENIED' })
    expect((await browser.prove('TOKENPUSH', '')).status).toBe(401)
  })

  it('is not approved without a number, unless the tenant asks for none', async () => {
    const { user, app } = await withApp()
    await asked(user)
    const refused = await app.answer(await app.pending(), { decision: 'APPROVE' })
    expect(refused.status).toBe(401)
    await set({ mutualChallenge: false })
    test.clock.advance(2000)
    const { browser, number } = await asked(user)
    expect(number).toBe('null')
    expect((await app.answer(await app.pending(), { decision: 'APPROVE' })).status).toBe(204)
    expect((await browser.prove('TOKENPUSH', '')).body.authenticationCompleted).toBe(true)
  })

  /* Guard: the transaction in `approvedPushQuery` (pushes.repository.ts). */
  it('counts in the sign-in that asked, and in no other', {
    meta: { covers: ['S50'] },
  }, async () => {
    const { user, app } = await withApp()
    const { browser, number } = await asked(user)
    const { browser: other } = await proven(user)
    await app.answer(await app.pending(), { decision: 'APPROVE', number })
    expect((await waiting(other)).status).toBe(400)
    expect((await other.prove('TOKENPUSH', '')).status).toBe(401)
    expect((await browser.prove('TOKENPUSH', '')).status).toBe(200)
  })

  /* Guard: `isSigned` (pushes.service.ts). */
  it('takes no answer whose signature is not of this push, answer and tenant', {
    meta: { covers: ['S50'] },
  }, async () => {
    const { user, app } = await withApp()
    const { number } = await asked(user)
    const push = await app.pending()
    const reply = { decision: 'APPROVE', number } as const
    const changed = { ...push, details: `${push.details} ` }
    expect((await app.answer(changed, reply)).status).toBe(401)
    expect((await app.answer(push, reply, 'https://elsewhere.test')).status).toBe(401)
    expect((await app.answer(push, reply)).status).toBe(204)
  })

  it('is nobody else’s to answer or to see', { meta: { covers: ['S50'] } }, async () => {
    const { user, app } = await withApp()
    const { app: other } = await withApp()
    const { number } = await asked(user)
    const push = await app.pending()
    expect((await other.read()).body.pushes).toEqual([])
    expect((await other.answer(push, { decision: 'APPROVE', number })).status).toBe(404)
  })

  it('ends when another sign-in asks', async () => {
    const { user, app } = await withApp()
    const first = await asked(user)
    const former = await app.pending()
    const wait = waiting(first.browser)
    await asked(user)
    expect((await wait).body).toEqual({ status: 'REPLACED' })
    const late = await app.answer(former, { decision: 'APPROVE', number: first.number })
    expect(late.status).toBe(404)
  })

  it('ends after its time', async () => {
    const { user, app } = await withApp()
    const { browser, number } = await asked(user)
    const push = await app.pending()
    test.clock.advance(61_000)
    expect((await waiting(browser)).body).toEqual({ status: 'EXPIRED' })
    expect((await app.answer(push, { decision: 'APPROVE', number })).status).toBe(404)
  })

  /* Guard: `pauseAfter` in `sendPush` (pushes.service.ts). */
  it('is not sent for ten minutes after three that nobody answered', {
    meta: { covers: ['S50'] },
  }, async () => {
    const { user } = await withApp()
    for (const _ of [1, 2, 3]) expect((await asked(user)).status).toBe(200)
    expect((await asked(user)).status).toBe(429)
    test.clock.advance(9 * 60_000)
    as = (await buildAdmin(test.ctx)).token
    expect((await asked(user)).status).toBe(429)
    test.clock.advance(61_000)
    expect((await asked(user)).status).toBe(200)
  })

  it('tells the owner of a pause by email once, and leaves other ways to sign in', {
    meta: { covers: ['S50'] },
  }, async () => {
    const email = `pause-${test.platform.ids.random(4).toString('hex')}@example.test`
    const user = await buildPerson(test.ctx, { email })
    await buildSoftTokenApp(test, user.id)
    for (const _ of [1, 2, 3]) await asked(user)
    const refused = [await asked(user), await asked(user)]
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    const { state } = await proven(user)
    expect(state.body.authenticators).toContainEqual({ type: 'TOKEN' })
    const told = await test.ctx.db
      .selectFrom('audit_events')
      .select('entity_id')
      .where('tenant_id', '=', test.tenant.id)
      .where('action', '=', 'PUSHES_PAUSED')
      .where('entity_id', '=', user.id)
      .execute()
    expect(told).toHaveLength(1)
    const mail = await noticeTo(test, email, /are paused/)
    expect(mail.text).toContain('You can still sign in another way')
  })

  it('goes to a person at most three times, however many ask at once', {
    meta: { covers: ['S50'] },
  }, async () => {
    const { user } = await withApp()
    const browsers = await Promise.all([...Array(8)].map(() => proven(user)))
    const sent = await Promise.all(browsers.map(({ browser }) => browser.challenge('TOKENPUSH')))
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  /* Guard: `usePush` with the evidence (factors/token-push.ts). */
  it('makes one session, however often its approval is handed in at once', {
    meta: { covers: ['S50'] },
  }, async () => {
    const { user, app } = await withApp()
    const { browser, number } = await asked(user)
    await app.answer(await app.pending(), { decision: 'APPROVE', number })
    const all = await Promise.all(
      [...Array(50)].map((_, index) =>
        browser.prove('TOKENPUSH', '', { sequenceNonce: `try-${index}` }),
      ),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is answered once, however many answers come at once', {
    meta: { covers: ['S50'] },
  }, async () => {
    const { user, app } = await withApp()
    const { number } = await asked(user)
    const push = await app.pending()
    const all = await Promise.all(
      [...Array(50)].map(() => app.answer(push, { decision: 'APPROVE', number })),
    )
    expect(all.filter(({ status }) => status === 204)).toHaveLength(1)
  })
})

describe('“not me”', () => {
  it('ends the sign-in’s push, and no other is sent for a while', async () => {
    const { user, app } = await withApp()
    const { browser } = await asked(user)
    await app.answer(await app.pending(), { decision: 'CONCERN' })
    expect((await waiting(browser)).body).toEqual({ status: 'CONCERN' })
    expect((await asked(user)).status).toBe(429)
  })

  /* Guard: `PUSH_CONCERN` in `told` (noticed-events.ts). */
  it('is told to its person by mail, with where the request came from', {
    meta: { covers: ['S50'] },
  }, async () => {
    const email = `concern-${test.platform.ids.random(4).toString('hex')}@example.test`
    const user = await buildPerson(test.ctx, { email })
    const { app } = await buildSoftTokenApp(test, user.id)
    await asked(user)
    const push = await app.pending()
    await app.answer(push, { decision: 'CONCERN' })
    const mail = await noticeTo(test, email, /reported as not yours/)
    expect(mail.text).toContain(
      `Address that asked: ${fieldOf(JSON.parse(push.details), 'address')}`,
    )
  })

  /* Guard: `lockOnConcern` in `raiseConcern` (concern.ts). */
  it('locks the account where the tenant wants it', { meta: { covers: ['S50'] } }, async () => {
    await set({ lockOnConcern: true })
    test.clock.advance(2000)
    const { user, app } = await withApp()
    await asked(user)
    await app.answer(await app.pending(), { decision: 'CONCERN' })
    const { state } = await proven(user)
    expect(state.body).toMatchObject({ errorCode: 'user_locked' })
  })
})

it('a tenant without pushes offers none', async () => {
  const { user } = await withApp()
  await set({ pushEnabled: false })
  test.clock.advance(2000)
  const { state } = await proven(user)
  expect(state.body.authenticators).toEqual([{ type: 'TOKEN' }])
  expect((await asked(user)).status).toBe(400)
})
