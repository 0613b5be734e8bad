import { storedSessionKey } from '@signet/contract/tenancy/stored-keys'
import { describe, expect, it } from 'vitest'
import { buildSession } from '../../testing/sessions.ts'
import { deleteSession, readStored, storeSession } from './stored.ts'
import { openSupportTab } from './support-tab.ts'
import { NotAuthenticated, readToken, SessionExpired, sessionLife } from './token.ts'

/** The visitor's clock, far from the server's. */
const now = 5_000_000_000

describe('the session token', () => {
  it('is read until its length has passed, counted from when it came', () => {
    storeSession(buildSession(), now)
    expect(readToken(now)).toBe('token-1')
    expect(readToken(now + 899_999)).toBe('token-1')
  })

  it('is stored with its start time and expiry', {
    meta: { covers: ['session.jwt-stored', 'session.persisted'] },
  }, () => {
    storeSession(buildSession(), now)
    expect(readStored().session?.jwt).toMatchObject({ time: 1_000_000, expires: 1_900_000 })
  })

  it('is deleted when it is read after its expiry, and the session raises expired', {
    meta: { covers: ['errors.local-errors', 'session.read-after-expiry'] },
  }, () => {
    storeSession(buildSession(), now)
    expect(() => readToken(now + 900_000)).toThrow(SessionExpired)
    expect(readStored().session).toBeNull()
    expect(() => readToken(now + 900_000)).toThrow(NotAuthenticated)
  })

  it('raises not authenticated when there is none', {
    meta: { covers: ['errors.local-errors', 'session.no-token'] },
  }, () => {
    expect(() => readToken(now)).toThrow(NotAuthenticated)
  })

  it('raises errors of the types that the product names', {
    meta: { covers: ['errors.special-types'] },
  }, () => {
    const typed = (type: string) => expect.objectContaining({ type })
    expect(() => readToken(now)).toThrow(typed('not_logged_in'))
    storeSession(buildSession(), now)
    expect(() => readToken(now + 900_000)).toThrow(typed('expired_session'))
  })

  it('counts as authenticated by its token or by a step-up, and by nothing else', {
    meta: { covers: ['login.local-flags', 'session.authenticated-means'] },
  }, () => {
    storeSession({ ...buildSession(), isAuthenticatedJwt: false }, now)
    expect(sessionLife(now)).toBeNull()
    storeSession({ ...buildSession(), isAuthenticatedJwt: false, isStepAuth: true }, now)
    expect(sessionLife(now)?.remainingMs).toBe(900_000)
  })

  it('is none when the store holds something else', () => {
    localStorage.setItem(storedSessionKey, '{"session":{"jwt":1}}')
    expect(() => readToken(now)).toThrow(NotAuthenticated)
  })
})

it('what makes this device known outlives the session', {
  meta: { covers: ['login.nonces-returned'] },
}, () => {
  storeSession({ ...buildSession(), machineNonce: 'machine' }, now)
  deleteSession()
  expect(readStored()).toMatchObject({ session: null, machineNonce: 'machine' })
  storeSession(buildSession(), now)
  expect(readStored().machineNonce).toBe('machine')
})

describe('a tab under a support grant', () => {
  it('has a session of its own, and leaves that of the user in other tabs', () => {
    storeSession(buildSession({ token: 'of-user' }), now)
    openSupportTab(buildSession({ token: 'of-provider' }), now)
    expect(readToken(now)).toBe('of-provider')
    expect(sessionLife(now)?.isFixed).toBe(true)
    deleteSession()
    expect(() => readToken(now)).toThrow(NotAuthenticated)
    expect(localStorage.getItem(storedSessionKey)).toContain('of-user')
    expect(sessionStorage.length).toBe(0)
  })
})
