import { logout } from '@signet/contract/access/authentication'
import { readUpstreamSignOut } from '@signet/contract/access/upstream-sign-in'
import { storedSessionKey } from '@signet/contract/tenancy/stored-keys'
import { StoredSession } from '@signet/contract/tenancy/stored-session'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildSession, buildTheme } from '../../testing/answers.ts'
import { exits, field, heading, openPage, press, stand } from '../../testing/open-page.tsx'
import { refuse } from '../../testing/service.ts'
import { storeSession } from '../session/stored-session.ts'

describe('the error page', () => {
  it.each([
    ['unknown_entity', /not registered here/],
    ['acs_url_mismatch', /its ACS URL is not the one registered here/],
    ['signature_invalid', /does not match the certificate registered here/],
    ['message_from_future', /clock/],
  ])('says what to tell the owner of the application for %s', async (reason, sentence) => {
    await openPage(`/#/error?error=invalid_request&reason=${reason}`)
    expect(await screen.findByText(sentence)).toBeDefined()
    expect(screen.getByText(`Error code: ${reason}`)).toBeDefined()
  })

  it('has words for a known code and shows nothing else of its address', {
    meta: { covers: ['screen:error'] },
  }, async () => {
    await openPage('/#/error?error=invalid_request&error_description=Call+0900+123')
    await heading('This did not work')
    await screen.findByText(/request that is not valid/)
    await screen.findByText('Error code: invalid_request')
    expect(document.body.textContent).not.toContain('0900')
  })

  it('says what to tell the owner of the application, with the reference of the audit log', async () => {
    const query = 'error=invalid_redirect_uri&reason=REDIRECT_URI_MISMATCH&request=01a2214d-77aa'
    await openPage(`/#/error?${query}`)
    await screen.findByText(/^The application asked to return to a URL that isn’t registered/)
    await screen.findByText('Reference: 01a2214d-77aa')
    cleanup()
    await openPage('/#/error?error=invalid_client&reason=UNKNOWN_CLIENT&request=Call+0900+123')
    await screen.findByText(/^The application isn’t registered here or is disabled/)
    expect(document.body.textContent).not.toContain('0900')
  })

  it('shows no code that does not look like one', async () => {
    await openPage('/#/error?error=Call+0900+123+now')
    await heading('This did not work')
    expect(document.body.textContent).not.toContain('0900')
  })

  it('is not taken for a page of the console', async () => {
    await openPage('/oidc/nothing')
    await heading('Page not found')
    expect(exits).toEqual([])
  })
})

describe('a tenant without authentication', () => {
  it.each([
    '/oidc/usercode',
    '/#/oidc/usercode?user_code=BCDF-GHJK',
    '/usercodestatus?status=allowed',
    '/idp/complete/42?state=abc&code=def',
  ])('has no page at %s', { meta: { covers: ['routing.auth-only-public'] } }, async (address) => {
    stand.service.on(readSubscriber, () =>
      buildTheme({ authenticationAccount: false, issuanceAccount: true }),
    )
    await openPage(address)
    expect(await heading('Page not found')).toBeDefined()
  })
})

describe('signing out', () => {
  it('waits for whoever was led here by a link to choose it', {
    meta: { covers: ['session.logout-clears', 'S10'] },
  }, async () => {
    storeSession(buildSession({ machineNonce: 'this-browser' }))
    localStorage.setItem('signet.lists', '{}')
    stand.service.on(readUpstreamSignOut, () => ({ redirect: null }))
    stand.service.on(logout, () => undefined)
    const visit = await openPage('/#/logout')
    await heading('Sign out?')
    expect(stand.service.callsOf(logout)).toEqual([])
    await press(visit, 'Sign out')
    await heading('You are signed out')
    const stored = StoredSession.parse(JSON.parse(localStorage.getItem(storedSessionKey) ?? ''))
    expect([stored.session, stored.machineNonce]).toEqual([null, 'this-browser'])
    expect(localStorage.getItem('signet.lists')).toBeNull()
    expect(stand.service.callsOf(logout)).toHaveLength(1)
  })

  it('leaves the session to whoever stays', async () => {
    storeSession(buildSession())
    stand.service.on(readUpstreamSignOut, () => ({ redirect: null }))
    const visit = await openPage('/#/logout')
    await press(visit, 'Stay signed in')
    expect([exits, location.hash]).toEqual([['reload'], '#/redirect'])
    expect(localStorage.getItem(storedSessionKey)).not.toContain('"session":null')
    expect(stand.service.callsOf(logout)).toEqual([])
  })

  it('goes on to the identity provider that the session began by', async () => {
    storeSession(buildSession())
    const redirect = 'https://login.example/end'
    stand.service.on(readUpstreamSignOut, () => ({ redirect }))
    stand.service.on(logout, () => undefined)
    const visit = await openPage('/#/logout')
    await press(visit, 'Sign out')
    await waitFor(() => expect(exits).toEqual([redirect]))
  })

  it('asks nothing about a session that the service has ended', async () => {
    storeSession(buildSession())
    stand.service.on(readUpstreamSignOut, () =>
      refuse({ status: 401, code: 'expired_session_token' }),
    )
    await openPage('/#/logout')
    await heading('You are signed out')
    expect(localStorage.getItem(storedSessionKey)).toContain('"session":null')
  })
})

describe('every page', () => {
  it('has the message of the day as plain text, in the visitor’s language or the tenant’s', {
    meta: { covers: ['i18n.motd-per-locale', 'S28'] },
  }, async () => {
    stand.service.on(readSubscriber, () =>
      buildTheme({ motd: { de: '<b>Wartung</b> am Samstag' }, defaultLocale: 'de' }),
    )
    await openPage('/')
    const message = await screen.findByRole('complementary', { name: 'Message from Acme' })
    expect(message.textContent).toBe('<b>Wartung</b> am Samstag')
  })

  it('shows the tenant’s logo by its name', async () => {
    const logo = 'data:image/png;base64,AAAA'
    stand.service.on(readSubscriber, () => buildTheme({ logo }))
    await openPage('/')
    expect((await screen.findByAltText<HTMLImageElement>('Acme')).src).toBe(logo)
  })

  it('changes its language and keeps it for the next visit, in the console too', async () => {
    const page = await openPage('/')
    await page.visitor.selectOptions(await field('Language'), 'Deutsch')
    await waitFor(() => expect(document.documentElement.lang).toBe('de'))
    expect(JSON.parse(localStorage.getItem('signet.theme') ?? '')).toMatchObject({ locale: 'de' })
    page.view.unmount()
    await openPage('/')
    expect(document.documentElement.lang).toBe('de')
  })

  it('warns of a browser that is old', { meta: { covers: ['shell.old-browser'] } }, async () => {
    await openPage('/')
    expect(screen.queryByText(/This browser is old/)).toBeNull()
    cleanup()
    document.documentElement.dataset.browser = 'old'
    await openPage('/')
    expect(await screen.findByText(/This browser is old/)).toBeTruthy()
    delete document.documentElement.dataset.browser
  })

  it('leaves an address of the console to the boot script', async () => {
    await openPage('/')
    await heading('Sign in')
    act(() => {
      location.hash = '/users'
    })
    await waitFor(() => expect(exits).toEqual(['reload']))
  })

  it('lets a password be looked at, and warns of Caps Lock', async () => {
    const page = await openPage('/')
    await page.visitor.type(await field('User ID or email'), 'ada{Enter}')
    const input = await field('Password')
    await page.visitor.type(input, 'secret')
    expect(input.type).toBe('password')
    await press(page, 'Show password')
    expect(input.type).toBe('text')
    await page.visitor.type(input, '{CapsLock}')
    await screen.findByText('Caps Lock is on.')
  })
})
