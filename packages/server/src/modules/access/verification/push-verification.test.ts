import {
  authenticatePushVerification,
  challengePushVerification,
  queryPushVerification,
  queryVerification,
} from '@signet/contract/access/verification'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, fieldOf } from '../../../../testing/access/people.ts'
import { buildSoftTokenApp } from '../../../../testing/access/soft-token-app.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const ask = (endpoint: Endpoint, body: object, by = as) => test.call(endpoint, { as: by, body })

const withApp = async () => {
  const user = await buildPerson(test.ctx)
  return { user, ...(await buildSoftTokenApp(test, user.id)) }
}

const begin = async (userId: string): Promise<string> =>
  String((await ask(queryPushVerification, { userId })).body.authToken)

const asked = async (userId: string) => {
  const given = { authToken: await begin(userId) }
  const { body, status } = await ask(challengePushVerification, given)
  const number = String(fieldOf(body, 'push', 'number'))
  return { status, authToken: String(body.authToken), number }
}

const taken = (authToken: string, by = as) => ask(authenticatePushVerification, { authToken }, by)

describe('somebody who is verified by their app', () => {
  it('types the number that they are told, and it counts in no other verification', async () => {
    const { user, app } = await withApp()
    const query = await ask(queryPushVerification, { userId: user.userId })
    expect(query.body.authenticators).toEqual([{ type: 'TOKENPUSH' }])
    const { authToken, number } = await asked(user.userId)
    const answer = taken(authToken)
    const push = await app.pending()
    expect(JSON.parse(push.details)).toMatchObject({
      purpose: 'VERIFY',
      agent: expect.any(String),
      address: null,
    })
    await app.answer(push, { decision: 'APPROVE', number })
    expect((await answer).body).toEqual({
      verified: true,
      status: 'APPROVED',
      userId: user.userId,
      authenticator: 'TOKENPUSH',
    })
    const other = await begin(user.userId)
    expect((await taken(other)).body.errorCode).toBe('no_transaction')
  })

  it('is not verified by a refusal, nor by a wrong number', async () => {
    const { user, app } = await withApp()
    const first = await asked(user.userId)
    await app.answer(await app.pending(), { decision: 'DENY' })
    expect((await taken(first.authToken)).body).toMatchObject({ verified: false, status: 'DENIED' })
    const second = await asked(user.userId)
    const wrong = second.number === '10' ? '11' : '10'
    await app.answer(await app.pending(), { decision: 'APPROVE', number: wrong })
    expect((await taken(second.authToken)).body).toMatchObject({ verified: false, userId: null })
  })

  it('is asked for a push only where they have an app', async () => {
    const bare = await buildPerson(test.ctx)
    const none = await ask(queryPushVerification, { userId: bare.userId })
    expect(none.body.authenticators).toEqual([])
    expect((await asked(bare.userId)).status).toBe(400)
  })

  /* Guard: `expectUnpaused` in `sendPush` (pushes.service.ts), which every door goes through. */
  it('is asked no fourth time, whoever asks', { meta: { covers: ['S50'] } }, async () => {
    const { user } = await withApp()
    for (const _ of [1, 2, 3]) expect((await asked(user.userId)).status).toBe(200)
    const { token: other } = await buildAdmin(test.ctx)
    const query = await ask(queryVerification, { userId: user.userId }, other)
    const given = { authToken: query.body.authToken }
    const fourth = await ask(challengePushVerification, given, other)
    expect(fourth.body.errorCode).toBe('push_paused')
  })

  /* Guard: `openOwn` in `authenticatePush` (push-verification.service.ts). */
  it('is verified for whoever began it alone', { meta: { covers: ['S50'] } }, async () => {
    const { user, app } = await withApp()
    const { token: other } = await buildAdmin(test.ctx)
    const first = await asked(user.userId)
    await app.answer(await app.pending(), { decision: 'DENY' })
    expect((await taken(first.authToken, other)).body.errorCode).toBe('no_transaction')
    const { authToken, number } = await asked(user.userId)
    await app.answer(await app.pending(), { decision: 'APPROVE', number })
    expect((await taken(authToken, other)).body.errorCode).toBe('no_transaction')
    expect((await taken(authToken)).body.verified).toBe(true)
  })

  it('is never verified once an administrator has locked them', {
    meta: { covers: ['S50'] },
  }, async () => {
    const { user, app } = await withApp()
    const { authToken, number } = await asked(user.userId)
    await app.answer(await app.pending(), { decision: 'APPROVE', number })
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.ctx.tenant.id)
      .where('id', '=', user.id)
      .execute()
    expect((await taken(authToken)).body.errorCode).toBe('user_locked')
  })
})
