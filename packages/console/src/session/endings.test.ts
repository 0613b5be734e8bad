import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildSession } from '../../testing/sessions.ts'
import { CallError } from '../lib/call-error.ts'
import { replaceReload } from '../lib/leave.ts'
import { accountLocked, endOnFailure, endOnMissingSession } from './endings.ts'
import { deleteSession, storeSession } from './stored.ts'
import { NotAuthenticated, SessionExpired } from './token.ts'

const fail = (status: number, errorCode: string, code = errorCode): void =>
  endOnFailure(new CallError(status, { code, errorCode }))

let reloads: string[]
beforeEach(() => {
  reloads = []
  replaceReload(() => reloads.push(location.hash))
})
afterEach(() => {
  location.hash = ''
  accountLocked.set(false)
})

it('who has something to settle first is taken there, with the way back', () => {
  location.hash = '#/users?q=x'
  fail(403, 'setup_required')
  expect(reloads).toEqual(['#/redirect?redirect=%2Fusers%3Fq%3Dx'])
})

describe('codes that end something', () => {
  it.each([
    ['invalid_session_token', 'invalid_session_token'],
    ['expired_session_token', 'EXPIRED_SESSION_TOKEN'],
  ])(
    '%s sends the browser to /logout',
    { meta: { covers: ['errors.session-ending-codes'] } },
    (errorCode, code) => {
      fail(401, errorCode, code)
      expect(location.hash).toBe('#/logout')
    },
  )

  it('the way back to where somebody was goes along', () => {
    location.hash = '#/users?q=ada'
    fail(401, 'expired_session_token')
    expect(location.hash).toBe('#/logout?redirect=%2Fusers%3Fq%3Dada')
    fail(401, 'expired_session_token')
    expect(location.hash).toBe('#/logout?redirect=%2Fusers%3Fq%3Dada')
  })

  it('a locked account takes the whole page', () => {
    fail(403, 'account_locked', 'ACCOUNT_LOCKED')
    expect(accountLocked.get()).toBe(true)
  })

  it('an unknown host name leads to the error page, which says so', {
    meta: { covers: ['errors.hostname-not-found'] },
  }, () => {
    fail(404, 'hostname_not_found', 'HOSTNAME_NOT_FOUND')
    expect(location.hash).toBe('#/error?code=hostname_not_found')
  })

  it('an invalid web session leads to the sign-in page, with the way back', {
    meta: { covers: ['errors.invalid-web-session'] },
  }, () => {
    location.hash = '#/users'
    fail(401, 'invalid_web_session', 'INVALID_WEB_SESSION')
    expect(reloads).toEqual(['#/?redirect=%2Fusers'])
  })

  it('a provider’s session that ends leads to their sign-in, unless somebody is signed in', {
    meta: { covers: ['errors.renew-sp-user', 'routing.sp-landing'] },
  }, () => {
    storeSession(buildSession(), Date.now())
    fail(403, 'renew_sp_user', 'RENEW_SP_USER')
    expect(reloads).toEqual([])
    deleteSession()
    fail(403, 'renew_sp_user', 'RENEW_SP_USER')
    expect(reloads).toEqual(['#/?action=sp'])
  })

  it('any other code leaves the visitor where they are', () => {
    fail(409, 'user_exists')
    expect(location.hash).toBe('')
  })

  it('a session that is over when it is needed goes to /logout', {
    meta: { covers: ['errors.expired-session-token', 'session.read-after-expiry'] },
  }, () => {
    expect(endOnMissingSession(new SessionExpired())).toBe(true)
    expect(location.hash).toBe('#/logout')
    expect(endOnMissingSession(new Error('something else'))).toBe(false)
  })

  it('no session at all leads to the sign-in page, with the way back', {
    meta: { covers: ['errors.missing-session', 'session.no-token'] },
  }, () => {
    location.hash = '#/users'
    expect(endOnMissingSession(new NotAuthenticated())).toBe(true)
    expect(reloads).toEqual(['#/?redirect=%2Fusers'])
  })
})
