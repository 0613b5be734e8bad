import { renewSession } from '@signet/contract/access/authentication'
import { createOwnRecoveryCodes } from '@signet/contract/access/self-authenticators'
import { updateGeneralSettings } from '@signet/contract/settings/general'
import { listOwnSessions } from '@signet/contract/tenancy/sessions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  browserOf,
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  sessionTokenOf,
} from '../../../../testing/access/people.ts'
import { buildAdmin, buildRole, signInAs } from '../../../../testing/builders.ts'
import {
  browserOf as cookieBrowserOf,
  registerParty,
  returnOf,
  shortReturnOf,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/*
 * Guards: `administrator` in `sessionLives`, `isOverForAdministrators` in request-session.ts, the
 * role in `idleEndText`, `administers` in `freshlyProven`.
 */

const hour = 3_600_000
const day = 24 * hour

/** The library of OpenID Connect reads the true time: no test may go far from it. */
let gone = 0
const later = (millis: number): void => {
  gone += millis
  test.clock.advance(millis)
}
afterEach(() => {
  test.clock.advance(-gone)
  gone = 0
})

let test: TestApp
let idle: number
let absolute: number
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  const { sessionIdleMillis, sessionAbsoluteMillis } = test.platform.config
  idle = sessionIdleMillis
  absolute = sessionAbsoluteMillis
  const { token: as } = await buildAdmin(test.ctx)
  const body = { sessionIdleMillis: day, sessionAbsoluteMillis: 30 * day, stepUpMillis: hour }
  const saved = await test.call(updateGeneralSettings, { as, body })
  if (saved.status !== 200) throw new Error(saved.text)
})
afterAll(() => test.close())

const signIn = async (administrator: boolean) => {
  const user = await buildPerson(test.ctx, { administrator })
  const token = await buildToken(test.ctx, user.id)
  const browser = browserOf(test.call)
  await browser.query(user.userId)
  await browser.prove('PASSWORD', goodPassword)
  const done = await browser.prove('TOKEN', token.code())
  expect(done.status, done.text).toBe(200)
  const jwt = fieldOf(done.body, 'session', 'jwt')
  const lasts = Number(fieldOf(jwt, 'expires')) - Number(fieldOf(jwt, 'time'))
  return { user, session: sessionTokenOf(done.body), lasts }
}

/** How long the newest session of a user lasts at most, and without use since it was used last. */
const livesOf = async (userId: string) => {
  const row = await test.ctx.db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at', 'last_seen_at', 'token_expires_at'])
    .where('tenant_id', '=', test.tenant.id)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const { created_at: from, expires_at: end, last_seen_at: seen, token_expires_at: idleEnd } = row
  return { most: end.getTime() - from.getTime(), unused: idleEnd.getTime() - seen.getTime() }
}

const becomesAdministrator = async (userId: string): Promise<void> => {
  const role_id = await buildRole(test.ctx, { superAdministrator: true })
  await test.ctx.db
    .insertInto('user_roles')
    .values({ tenant_id: test.tenant.id, user_id: userId, role_id })
    .execute()
}

describe('sessions of a tenant that lets them last longer', { meta: { covers: ['S71'] } }, () => {
  it('last so for users, and no longer than usual for administrators', async () => {
    const [user, chief] = [await signIn(false), await signIn(true)]
    expect([user.lasts, chief.lasts]).toEqual([day, idle])
    expect((await livesOf(user.user.id)).most).toBe(30 * day)
    expect((await livesOf(chief.user.id)).most).toBe(absolute)
  })

  it('are renewed for no longer than usual by administrators', async () => {
    const { session } = await signIn(true)
    later(idle - 60_000)
    const renewed = await test.call(renewSession, { as: session })
    const jwt = fieldOf(renewed.body, 'jwt')
    expect(Number(fieldOf(jwt, 'expires')) - Number(fieldOf(jwt, 'time'))).toBe(idle)
  })

  it('end as usual for a user who has become an administrator', async () => {
    const { user, session } = await signIn(false)
    later(idle + 60_000)
    expect((await test.call(listOwnSessions, { as: session })).status).toBe(200)
    await becomesAdministrator(user.id)
    const over = await test.call(listOwnSessions, { as: session })
    expect(over.body.errorCode).toBe('expired_session_token')
  })

  it('are kept open by an application no longer than usual for administrators', async () => {
    const party = await registerParty(test)
    const opened = async (administrator: boolean): Promise<readonly number[]> => {
      const user = await buildPerson(test.ctx, { administrator })
      const ways = [
        async () => returnOf(await cookieBrowserOf(test, user), party),
        () => shortReturnOf(test, user, party),
      ]
      const ends: number[] = []
      for (const way of ways) {
        expect((await way()).searchParams.get('code')).not.toBeNull()
        ends.push((await livesOf(user.id)).unused)
      }
      return ends
    }
    expect(await opened(true)).toEqual([idle, idle])
    expect(Math.min(...(await opened(false)))).toBeGreaterThan(idle)
  })

  it('count as just proven no longer than usual for administrators', async () => {
    const after = async (administrator: boolean) => {
      const user = await buildPerson(test.ctx, { administrator })
      await buildToken(test.ctx, user.id)
      const as = await signInAs(test.ctx, user)
      later(11 * 60_000)
      return (await test.call(createOwnRecoveryCodes, { as })).body.errorCode
    }
    expect(await after(true)).toBe('step_up_required')
    expect(await after(false)).toBeUndefined()
  })
})
