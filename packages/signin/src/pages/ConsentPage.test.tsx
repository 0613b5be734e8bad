import { completeAuthentication, queryAuthenticators } from '@signet/contract/access/authentication'
import { decideOidcConsent, readOidcInteraction } from '@signet/contract/access/oidc-interactions'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSession, completed } from '../../testing/answers.ts'
import {
  exits,
  field,
  givePassword,
  heading,
  identify,
  left,
  openPage,
  press,
  stand,
} from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'
import { storeSession } from '../session/stored-session.ts'

const uid = 'an-interaction-of-oidc'

beforeEach(() => {
  stand.service.on(readOidcInteraction, () => ({
    clientId: 'expenses',
    applicationName: 'Expenses',
    applicationLogo: null,
    selfRegistered: false,
    scopes: ['openid', 'email', 'offline_access', 'invoices:read'],
    details: [],
    loginHint: 'ada',
    stepUp: false,
    denied: null,
    organizations: null,
  }))
  stand.service.on(decideOidcConsent, ({ body }) => ({
    redirect: body.allow ? '/oidc/authorize/abc' : '/oidc/authorize/abc?denied',
  }))
})

describe('consent', () => {
  it('names the application and what it asks for in plain words', async () => {
    storeSession(buildSession())
    await openPage(`/oidc/consent?uid=${uid}`)
    await heading('Allow Expenses?')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Know who you are',
      'See your email address',
      'Keep this access while you are not there',
      'Use “invoices:read”',
    ])
  })

  it('tells details by name and value, as text', async () => {
    stand.service.on(readOidcInteraction, () => ({
      clientId: 'bank',
      applicationName: 'Bank',
      applicationLogo: null,
      selfRegistered: true,
      scopes: ['openid'],
      details: [
        {
          type: 'payment',
          fields: [
            { name: 'actions', values: ['initiate', 'cancel'] },
            { name: 'amount.value', values: ['<b>12</b>'] },
          ],
        },
      ],
      loginHint: null,
      stepUp: false,
      denied: null,
      organizations: null,
    }))
    storeSession(buildSession())
    await openPage(`/oidc/consent?uid=${uid}`)
    await screen.findByText('And exactly this, this one time:')
    expect(screen.getByText(/^Bank registered itself/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'payment' })).toBeTruthy()
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'What it may do',
      'amount.value',
    ])
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'initiate, cancel',
      '<b>12</b>',
    ])
  })

  it.each([
    ['Allow', true, '/oidc/authorize/abc'],
    ['Do not allow', false, '/oidc/authorize/abc?denied'],
  ])('goes on after %s', async (name, allow, address) => {
    storeSession(buildSession())
    const page = await openPage(`/oidc/consent?uid=${uid}`)
    await press(page, name)
    expect(await left()).toBe(address)
    const [call] = stand.service.callsOf(decideOidcConsent)
    expect(call?.body).toEqual({ uid, allow })
    expect(call?.headers.get('Authorization')).toBe('DPoP header.claims.signature')
  })

  it('leads to the sign-in without a session, and when it has ended meanwhile', async () => {
    await openPage(`/oidc/consent?uid=${uid}`)
    expect(await left()).toBe(`/oidc/authentication?uid=${uid}`)
    exits.length = 0
    storeSession(buildSession())
    stand.service.on(decideOidcConsent, () =>
      refuse({ status: 401, code: 'invalid_session_token' }),
    )
    const page = await openPage(`/oidc/consent?uid=${uid}`)
    await press(page, 'Allow')
    expect(await left()).toBe(`/oidc/authentication?uid=${uid}`)
  })

  it('shows no question about a request that is over', async () => {
    storeSession(buildSession())
    stand.service.on(readOidcInteraction, () => refuse({ status: 400, code: 'no_transaction' }))
    await openPage(`/oidc/consent?uid=${uid}`)
    await heading('This did not work')
    expect(await screen.findByText(/no longer valid/)).toBeTruthy()
  })
})

describe('signing in for an application', () => {
  it('names it, fills in its hint, and carries its request to the service', {
    meta: { covers: ['login.doors', 'screen:oidc/authentication'] },
  }, async () => {
    stand.service.on(completeAuthentication, () => completed({ redirect: '/oidc/authorize/abc' }))
    const page = await openPage(`/oidc/authentication?uid=${uid}`)
    await screen.findByText('Continue to Expenses.')
    expect((await field('User ID or email')).value).toBe('ada')
    await identify(page, '')
    expect(stand.service.callsOf(queryAuthenticators)[0]?.body).toMatchObject({
      authToken: uid,
      userId: 'ada',
    })
    await givePassword(page, 'correct horse')
    expect(await left()).toBe('/oidc/authorize/abc')
  })

  it('says so when its request is over', async () => {
    stand.service.on(queryAuthenticators, () => refuse({ status: 400, code: 'no_transaction' }))
    const page = await openPage(`/oidc/authentication?uid=${uid}`)
    await page.visitor.type(await field('User ID or email'), '{Enter}')
    expect(await screen.findByText(/Go back to the application/)).toBeTruthy()
  })
})
