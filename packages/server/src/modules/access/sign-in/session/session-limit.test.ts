import {
  completeEnrollment,
  renewSession,
  startEnrollment,
} from '@signet/contract/access/authentication'
import { createOwnRecoveryCodes } from '@signet/contract/access/self-authenticators'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { updateGeneralSettings } from '@signet/contract/settings/general'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../../testing/access/held-rows.ts'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  softToken,
} from '../../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { startSession } from '../../../tenancy/sessions/index.ts'

// Guards: `roomFor`, `listOldest`, `refuseMore` with `holdUser`; `proof.uses` in `decide`;
// `isCrowded`; the kind in `ofUser`.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const limit = async (sessionsPerUser: number | null, whenSessionsFull = 'END_OLDEST') => {
  const body = { sessionsPerUser, whenSessionsFull }
  const saved = await test.call(updateGeneralSettings, { as, body })
  expect(saved.status, saved.text).toBe(200)
  test.clock.advance(2000)
}

const signIn = async (userId: string) => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  return browser.prove('PASSWORD', goodPassword)
}

const tokenOf = ({ body }: Awaited<ReturnType<typeof signIn>>): string =>
  String(fieldOf(fieldOf(body, 'session'), 'jwt', 'token'))

const isOpen = async (token: string): Promise<boolean> =>
  (await test.call(renewSession, { as: token })).status === 200

const openSessions = async (userId: string): Promise<number> => {
  const rows = await test.ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.length
}

const eventsOf = async (entityId: string, action: string): Promise<unknown[]> => {
  const body = { actions: [action], entityId }
  const told = await test.call(listAuditEvents, { as, body })
  return JSON.parse(told.text).results
}

/** As a voice assistant has it for a person. */
const listen = async ({ id: userId, userId: userName }: { id: string; userId: string }) => {
  const lives = { idleMillis: 3_600_000, absoluteMillis: 3_600_000 }
  const proven = { amr: [], acr: null, deviceId: null, keyThumbprint: null }
  const { sessionId } = await test.ctx.transaction((ctx) =>
    startSession(ctx, { userId, userName, kind: 'voice', ...proven, lives }),
  )
  return sessionId
}

describe('sessions of one person', () => {
  it('are as many as they like where nothing is set', async () => {
    await limit(null)
    const { id, userId } = await buildPerson(test.ctx)
    for (let n = 0; n < 4; n += 1) expect((await signIn(userId)).status).toBe(200)
    expect(await openSessions(id)).toBe(4)
  })

  it('end with the oldest when there is one too many', async () => {
    await limit(2)
    const { userId } = await buildPerson(test.ctx)
    const tokens: string[] = []
    for (let n = 0; n < 3; n += 1) {
      tokens.push(tokenOf(await signIn(userId)))
      test.clock.advance(1000)
    }
    expect(await Promise.all(tokens.map(isOpen))).toEqual([false, true, true])
  })

  it('or refuse the one too many, which costs no guess and opens after a sign-out', async () => {
    await limit(1, 'REFUSE')
    const { id, userId } = await buildPerson(test.ctx)
    const first = tokenOf(await signIn(userId))
    for (let n = 0; n < 8; n += 1) {
      const refused = await signIn(userId)
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'too_many_sessions'])
    }
    expect(await isOpen(first)).toBe(true)
    await test.ctx.db
      .updateTable('sessions')
      .set({ revoked_at: test.clock.now() })
      .where('tenant_id', '=', test.tenant.id)
      .where('user_id', '=', id)
      .execute()
    expect((await signIn(userId)).status).toBe(200)
  })

  it.each(['END_OLDEST', 'REFUSE'])(
    'leave out a voice assistant, which neither ends nor stands in the way: %s',
    async (when) => {
      await limit(1, when)
      const user = await buildPerson(test.ctx)
      const heard = await listen(user)
      test.clock.advance(1000)
      expect((await signIn(user.userId)).status).toBe(200)
      const row = test.ctx.db.selectFrom('sessions').select('revoked_at').where('id', '=', heard)
      const session = await row.where('tenant_id', '=', test.tenant.id).executeTakeFirstOrThrow()
      expect(session.revoked_at).toBe(null)
      expect(await openSessions(user.id)).toBe(2)
    },
  )

  it('are told of in the log where they end for a newer one', async () => {
    await limit(1)
    const { id, userId } = await buildPerson(test.ctx)
    const first = tokenOf(await signIn(userId))
    test.clock.advance(1000)
    await signIn(userId)
    expect(await isOpen(first)).toBe(false)
    expect(await eventsOf(id, 'SESSION_ENDED')).toMatchObject([
      { outcome: 'SUCCESS', attributes: { reason: 'too_many_sessions' } },
    ])
  })

  it('use up the code that a refused sign-in was proven by, and the log tells of it', {
    meta: { covers: ['S11'] },
  }, async () => {
    await limit(1, 'REFUSE')
    const user = await buildPerson(test.ctx)
    await buildToken(test.ctx, user.id)
    const own = await signInAs(test.ctx, user)
    const { codes } = JSON.parse((await test.call(createOwnRecoveryCodes, { as: own })).text)
    const recover = async () => {
      const browser = browserOf(test.call)
      await browser.query(user.userId)
      await browser.prove('PASSWORD', goodPassword)
      return browser.prove('RECOVERY_CODE', String(codes[0]))
    }
    expect((await recover()).body.errorCode).toBe('too_many_sessions')
    expect(await eventsOf(user.id, 'RECOVERY_CODE_USED')).toHaveLength(1)
    expect(await eventsOf(user.id, 'AUTHENTICATION')).toMatchObject([
      { outcome: 'DENIED', attributes: { reason: 'too_many_sessions' } },
    ])
    await limit(null)
    expect((await recover()).body.errorCode).toBe('invalid_user_response')
  })

  it('are as many for whoever enrols on the way: what they enrolled stays, and the log tells of it', async () => {
    await limit(1, 'REFUSE')
    const user = await buildPerson(test.ctx, { administrator: true })
    await signInAs(test.ctx, user)
    const { authToken, requiredActions } = (await signIn(user.userId)).body
    expect(requiredActions).toEqual(['ENROLL_SECOND_FACTOR'])
    const params = { authenticator: 'TOKEN' }
    const begun = await test.call(startEnrollment, { params, body: { authToken } })
    const token = softToken(test.ctx, '', String(fieldOf(begun.body, 'token', 'secret')))
    const body = { authToken, response: token.code() }
    const refused = await test.call(completeEnrollment, { params, body })
    expect(refused.body.errorCode).toBe('too_many_sessions')
    expect(await openSessions(user.id)).toBe(1)
    expect(await eventsOf(user.id, 'AUTHENTICATOR_ENROLLED')).toHaveLength(1)
    expect(await eventsOf(user.id, 'AUTHENTICATION')).toMatchObject([
      { outcome: 'DENIED', attributes: { reason: 'too_many_sessions' } },
    ])
    await limit(null)
    test.clock.advance(30_000)
    const browser = browserOf(test.call)
    await browser.query(user.userId)
    await browser.prove('PASSWORD', goodPassword)
    expect((await browser.prove('TOKEN', token.code())).body.authenticationCompleted).toBe(true)
  })

  it('are refused for what they are where two begin at once', {
    meta: { covers: ['S11'] },
  }, async () => {
    await limit(1, 'REFUSE')
    const { id, userId } = await buildPerson(test.ctx)
    const answers = await whileHeld(test.ctx, 'users', () =>
      Promise.all([signIn(userId), signIn(userId)]),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(answers.map(({ body }) => body.errorCode)).toContain('too_many_sessions')
    expect(await openSessions(id)).toBe(1)
  })

  it.each(['END_OLDEST', 'REFUSE'])(
    'are never more, however many begin at once: %s',
    async (when) => {
      await limit(2, when)
      const { id, userId } = await buildPerson(test.ctx)
      await Promise.all(Array.from({ length: 10 }, () => signIn(userId)))
      expect(await openSessions(id)).toBe(2)
    },
  )
})
