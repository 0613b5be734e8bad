import { describe, expect, it } from 'vitest'
import { placeOf } from './place.ts'

const place = (address: string) => placeOf(new URL(address, 'https://acme.example.test'))

const signIn = {
  page: 'signIn',
  origin: {},
  redirect: null,
  isProvider: false,
  stepUp: null,
  uid: null,
}

describe('an address', () => {
  it.each(['/', '/#/', '/#', '/index.html'])(
    '%s is the sign-in',
    { meta: { covers: ['screen:root'] } },
    (address) => {
      expect(place(address)).toEqual(signIn)
    },
  )

  it('brings the way back to the console', { meta: { covers: ['routing.root-queries'] } }, () => {
    expect(place('/#/?redirect=%2Fusers%3Fpage%3D2')).toMatchObject({ redirect: '/users?page=2' })
    expect(place('/#/?redirect=javascript:alert(1)')).toMatchObject({ redirect: null })
  })

  it('knows a request that wants more in the session that is open', () => {
    expect(place('/saml/authentication?step=up&uid=7')).toMatchObject({ stepUp: '7' })
  })

  it.each(['/idp/complete/42?state=abc&code=def', '/idp/complete?idpId=42&state=abc&code=def'])(
    '%s leads an answer of an identity provider to the page that takes it',
    { meta: { covers: ['screen:idp/complete'] } },
    (address) => {
      const returned = { idpId: '42', state: 'abc', code: 'def' }
      expect(place(address)).toEqual({ page: 'upstream', returned })
    },
  )

  it('is the one of service providers', {
    meta: { covers: ['routing.root-queries', 'routing.sp-landing'] },
  }, () => {
    expect(place('/#/?action=sp')).toMatchObject({
      isProvider: true,
      redirect: '/serviceprovider/tenants',
    })
    expect(place('/#/?action=sp&redirect=%2Fusers')).toMatchObject({ redirect: '/users' })
  })

  it.each(['/oidc/authentication?uid=abc', '/#/oidc/authentication?uid=abc'])(
    '%s carries an OpenID Connect interaction',
    { meta: { covers: ['screen:oidc/authentication'] } },
    (address) => {
      expect(place(address)).toMatchObject({ origin: { authToken: 'abc' }, uid: 'abc' })
    },
  )

  it('carries an interaction of SAML, and an application', {
    meta: { covers: ['screen:saml/authentication'] },
  }, () => {
    expect(place('/saml/authentication?uid=abc')).toMatchObject({
      origin: { authToken: 'abc' },
      uid: null,
    })
    expect(place('/#/?applicationId=42&authToken=abc')).toMatchObject({
      origin: { applicationId: '42', authToken: 'abc' },
    })
  })

  it.each([
    ['/#/reset', { page: 'reset', userId: '' }],
    ['/#/reset/ada%40example.com', { page: 'reset', userId: 'ada@example.com' }],
    ['/reset/ada', { page: 'reset', userId: 'ada' }],
    ['/reset/%E0%A4%A', { page: 'reset', userId: '' }],
    ['/#/setup/abc', { page: 'setup', token: 'abc' }],
    ['/setup/abc', { page: 'setup', token: 'abc' }],
    ['/oidc/consent?uid=abc', { page: 'consent', uid: 'abc' }],
    ['/#/logout', { page: 'logout' }],
    [
      '/#/error?error=invalid_request&reason=acs_url_mismatch',
      { page: 'error', code: 'invalid_request', reason: 'acs_url_mismatch' },
    ],
    ['/#/error?error=access_denied', { page: 'error', code: 'access_denied' }],
    [
      '/#/error?error=invalid_client&reason=UNKNOWN_CLIENT&request=01a2214d',
      { page: 'error', code: 'invalid_client', reason: 'UNKNOWN_CLIENT', request: '01a2214d' },
    ],
    ['/#/users', { page: 'notFound' }],
    ['/oidc/usercode', { page: 'userCode', code: '' }],
    ['/#/oidc/usercode?user_code=BCDF-GHJK', { page: 'userCode', code: 'BCDF-GHJK' }],
    ['/oidc/usercodestatus?status=allowed', { page: 'deviceOutcome', outcome: 'allowed' }],
    ['/oidc/requests', { page: 'requests' }],
    ['/oidc/requeststatus?status=denied', { page: 'requestOutcome', outcome: 'denied' }],
    ['/usercodestatus?status=other', { page: 'deviceOutcome', outcome: 'ended' }],
    ['/oidc/nothing', { page: 'notFound' }],
  ])(
    '%s leads to its page',
    { meta: { covers: ['screen:reset', 'screen:reset/{userId}', 'screen:usercodestatus'] } },
    (address, expected) => {
      expect(place(address)).toEqual(expected)
    },
  )
})
