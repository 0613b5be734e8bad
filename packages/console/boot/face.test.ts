import { describe, expect, it } from 'vitest'
import { decideFace } from './face.ts'

const visit = (hash: string, hasSession: boolean, pathname = '/') =>
  decideFace({ pathname, hash, hasSession })

describe('without a session', () => {
  it.each([
    '',
    '#',
    '#/',
    '#/?redirect=%2Fusers',
    '#/?action=sp',
    '#/reset/ada',
    '#/signup',
    '#/signup/confirm/x',
    '#/signup/thank-you',
    '#/oidc/usercode',
  ])('%s is a sign-in page', (hash) => {
    expect(visit(hash, false)).toEqual({ face: 'signin', hash: null })
  })

  it('a console page becomes the sign-in page with the way back', () => {
    expect(visit('#/users?q=a%20b', false)).toEqual({
      face: 'signin',
      hash: '#/?redirect=%2Fusers%3Fq%3Da%2520b',
    })
  })

  it('the post-login router is no place to come back to', () => {
    expect(visit('#/redirect', false)).toEqual({ face: 'signin', hash: '#/' })
  })

  it.each(['#/error?error=access_denied', '#/error?state=x&error=invalid_request'])(
    '%s, an error of a protocol, is shown by the sign-in pages',
    { meta: { covers: ['screen:error'] } },
    (hash) => {
      expect(visit(hash, false)).toEqual({ face: 'signin', hash: null })
      expect(visit(hash, true)).toEqual({ face: 'signin', hash: null })
    },
  )

  it.each(['#/logout', '#/error?code=x', '#/supportentry?challenge=x'])(
    '%s is shown by the console',
    (hash) => {
      expect(visit(hash, false)).toEqual({ face: 'console', hash: null })
    },
  )
})

describe('with a session', () => {
  it('the bare root goes on to the post-login router', {
    meta: { covers: ['routing.post-login-router'] },
  }, () => {
    expect(visit('', true)).toEqual({ face: 'console', hash: '#/redirect' })
    expect(visit('#/', true)).toEqual({ face: 'console', hash: '#/redirect' })
  })

  it('the root with the way back is the console’s: somebody must register or verify first', {
    meta: { covers: ['routing.registration-first'] },
  }, () => {
    expect(visit('#/?redirect=%2Fusers', true)).toEqual({ face: 'console', hash: null })
  })

  it('the root of service providers stays a sign-in page', () => {
    expect(visit('#/?action=sp', true)).toEqual({ face: 'signin', hash: null })
    expect(visit('#/?action=sp&redirect=%2Fusers', true)).toEqual({ face: 'signin', hash: null })
  })

  it('a console page is shown', () => {
    expect(visit('#/user/1/profile', true)).toEqual({ face: 'console', hash: null })
  })
})

it.each([
  '/oidc/authentication',
  '/saml/authentication',
  '/reset/x',
  '/setup/x',
  '/signup/confirm/x',
])('the plain path %s is a sign-in page, whoever asks', (pathname) => {
  expect(visit('#/users', true, pathname)).toEqual({ face: 'signin', hash: null })
})
