import {
  beginStepUp,
  completeAuthentication,
  queryAuthenticators,
} from '@signet/contract/access/authentication'
import { readOidcInteraction } from '@signet/contract/access/oidc-interactions'
import { readSamlDenial } from '@signet/contract/access/saml-interactions'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildSession, completed, due } from '../../testing/answers.ts'
import {
  givePassword,
  heading,
  identify,
  left,
  openPage,
  press,
  stand,
} from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'
import type { Application } from '../flow/application.ts'
import { storeSession } from '../session/stored-session.ts'

const uid = 'an-interaction-of-oidc'
const decision = '019aa6b4-0000-7000-8000-0000000000dd'

const asks = (more: Partial<Application>): void => {
  stand.service.on(readOidcInteraction, () => ({
    clientId: 'expenses',
    applicationName: 'Expenses',
    applicationLogo: null,
    selfRegistered: false,
    scopes: ['openid'],
    details: [],
    loginHint: null,
    stepUp: false,
    denied: null,
    organizations: null,
    ...more,
  }))
}

describe('an application that wants more of a session', () => {
  it('has it proven without asking who it is, and goes back to the application', async () => {
    asks({ stepUp: true })
    stand.service.on(beginStepUp, () => due(['PASSWORD']))
    stand.service.on(completeAuthentication, () => completed({ redirect: '/api/oidc/authorize/x' }))
    storeSession(buildSession())
    const page = await openPage(`/oidc/authentication?uid=${uid}`)
    await givePassword(page, 'correct horse')
    expect(await left()).toBe('/api/oidc/authorize/x')
    const [begun] = stand.service.callsOf(beginStepUp)
    expect(begun?.body).toMatchObject({ interaction: uid })
    const [proven] = stand.service.callsOf(completeAuthentication)
    expect(proven?.headers.get('Authorization')).toBe('DPoP header.claims.signature')
    expect(stand.service.callsOf(queryAuthenticators)).toHaveLength(0)
  })

  it('has whoever has no session here any more sign in', async () => {
    asks({ stepUp: true })
    stand.service.on(beginStepUp, () => refuse({ status: 401, code: 'expired_session_token' }))
    storeSession(buildSession())
    await openPage(`/oidc/authentication?uid=${uid}`)
    expect(await screen.findByRole('textbox')).toBeDefined()
  })
})

describe('an application that is closed', () => {
  it('is named, with the number of the decision, before the application hears of it', async () => {
    const redirect = '/api/oidc/authorize/x?denied'
    asks({ denied: { decision, tooManySessions: false, noSubject: false, redirect } })
    const page = await openPage(`/oidc/denied?uid=${uid}`)
    await heading('Expenses is closed to you')
    expect(screen.getByText(new RegExp(decision))).toBeDefined()
    await press(page, 'Back to Expenses')
    expect(await left()).toBe('/api/oidc/authorize/x?denied')
  })

  it('to one place more tells people to sign out somewhere', async () => {
    const redirect = '/api/oidc/authorize/x?denied'
    asks({ denied: { decision: null, tooManySessions: true, noSubject: false, redirect } })
    await openPage(`/oidc/denied?uid=${uid}`)
    expect(await screen.findByText(/Sign out somewhere first/)).toBeDefined()
  })

  it('over SAML is told the same way', async () => {
    const redirect = '/api/saml/SAML2/SSO?uid=x&denied'
    stand.service.on(readSamlDenial, () => ({
      applicationName: 'Travel',
      denied: { decision, redirect },
    }))
    const page = await openPage(`/saml/denied?uid=${uid}`)
    await heading('Travel is closed to you')
    expect(screen.getByText(new RegExp(decision))).toBeDefined()
    await press(page, 'Back to Travel')
    expect(await left()).toBe(redirect)
  })

  it('that is none is an ended request', async () => {
    asks({})
    await openPage(`/oidc/denied?uid=${uid}`)
    expect(await screen.findByRole('heading')).toBeDefined()
    expect(screen.queryByText(/closed to you/)).toBeNull()
  })
})

describe('an application that asks for which organization', () => {
  const choices = [
    { id: '018f0000-0000-7000-8000-000000000001', name: 'North' },
    { id: '018f0000-0000-7000-8000-000000000002', name: 'South' },
  ]

  it('goes on with the one that is chosen', async () => {
    asks({ organizations: { choices, redirect: '/api/oidc/authorize/x' } })
    const page = await openPage(`/oidc/organization?uid=${uid}`)
    await heading('Choose an organization')
    await press(page, 'South')
    expect(await left()).toBe(`/api/oidc/authorize/x?organization=${choices[1]?.id}`)
  })

  it('and asks nobody else is an ended request', async () => {
    asks({})
    await openPage(`/oidc/organization?uid=${uid}`)
    expect(await screen.findByRole('heading')).toBeDefined()
    expect(screen.queryByText('Choose an organization')).toBeNull()
  })
})

describe('a sign-in that is refused', () => {
  const signsIn = async (code: string) => {
    stand.service.on(queryAuthenticators, () => due(['PASSWORD']))
    stand.service.on(completeAuthentication, () =>
      refuse({ status: 403, code, parameters: { decision } }),
    )
    const page = await openPage('/')
    await identify(page, 'ada')
    await givePassword(page, 'correct horse')
  }

  it('is told in a sentence, with the number to name', async () => {
    await signsIn('access_denied')
    const told = `You cannot sign in from here at present. Ask your administrator, and name this number: ${decision}`
    expect(await screen.findByText(told)).toBeDefined()
  })

  it('for a lock tells of the lock, and the number', async () => {
    await signsIn('user_locked')
    expect(await screen.findByText(`This account is locked. Number: ${decision}`)).toBeDefined()
  })
})
