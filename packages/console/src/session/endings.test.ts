import { afterEach, describe, expect, it } from 'vitest'
import { CallError } from '../lib/call-error.ts'
import { accountLocked, endOnFailure, endOnMissingSession } from './endings.ts'
import { SessionExpired } from './token.ts'

const fail = (status: number, errorCode: string, code = errorCode): void =>
  endOnFailure(new CallError(status, { code, errorCode }))

afterEach(() => {
  location.hash = ''
  accountLocked.set(false)
})

describe('codes that end something', () => {
  it.each([
    ['invalid_session_token', 'invalid_session_token'],
    ['expired_session_token', 'EXPIRED_SESSION_TOKEN'],
  ])('%s sends the browser to /logout', (errorCode, code) => {
    fail(401, errorCode, code)
    expect(location.hash).toBe('#/logout')
  })

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

  it('an unknown host name leads to the error page, which says so', () => {
    fail(404, 'hostname_not_found', 'HOSTNAME_NOT_FOUND')
    expect(location.hash).toBe('#/error?code=hostname_not_found')
  })

  it('any other code leaves the visitor where they are', () => {
    fail(409, 'user_exists')
    expect(location.hash).toBe('')
  })

  it('a session that is over when it is needed goes to /logout', () => {
    expect(endOnMissingSession(new SessionExpired())).toBe(true)
    expect(location.hash).toBe('#/logout')
    expect(endOnMissingSession(new Error('something else'))).toBe(false)
  })
})
