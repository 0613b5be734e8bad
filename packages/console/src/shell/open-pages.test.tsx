import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildConsoleSession, buildPieces, buildRole, buildSettings } from '../../testing/facts.ts'
import { showShell } from '../../testing/shell.tsx'
import { replaceReload } from '../lib/leave.ts'

let reloads: string[]
beforeEach(() => {
  reloads = []
  replaceReload(() => reloads.push(location.hash))
})

const { user: ada } = buildPieces()
const somebody = [buildRole({ roleType: 'USER', permissions: [] })]
/** Where the router comes to rest after its redirect. */
const settled = ({ router }: ReturnType<typeof showShell>): Promise<string> =>
  waitFor(() => {
    const { pathname, search } = router.state.location
    if (pathname === '/redirect') throw new Error('still on the way')
    return pathname + search
  })

describe('after signing in', () => {
  it('the page that was asked for is shown', {
    meta: { covers: ['routing.landing-query'] },
  }, async () => {
    expect(await settled(showShell('/redirect?redirect=%2Fuser%2Fadd'))).toBe('/user/add')
  })

  it('no address of another host is followed', {
    meta: { covers: ['routing.landing-query'] },
  }, async () => {
    expect(await settled(showShell('/redirect?redirect=%2F%2Fevil.example'))).toBe('/dashboard')
  })

  it('the first page that is allowed is shown, for most people the portal', {
    meta: { covers: ['routing.landing-order', 'routing.post-login-router', 'screen:redirect'] },
  }, async () => {
    const session = buildConsoleSession({ roles: somebody })
    expect(await settled(showShell('/redirect', session))).toBe('/myprofile')
    expect(await settled(showShell('/redirect'))).toBe('/dashboard')
  })

  it('the portal shows its default tab at its own address', {
    meta: { covers: ['routing.default-route', 'visibility.user-tabs'] },
  }, async () => {
    const { userTabConfiguration } = buildSettings()
    const tabs = { ...userTabConfiguration, defaultTab: 'PROFILE' as const }
    const settings = buildSettings({ userTabConfiguration: tabs })
    const shell = showShell('/redirect', buildConsoleSession({ roles: somebody, settings }))
    expect(await settled(shell)).toBe('/myprofile')
    expect(await screen.findByRole('heading', { name: 'Profile page' })).toBeDefined()
    const link = screen
      .getByRole('navigation', { name: 'Main menu' })
      .querySelector('[aria-current]')
    expect(link?.textContent).toBe('My profile')
  })

  it.each(['registrationRequired', 'verificationRequired'])(
    'somebody with %s goes to / with the way back, from wherever they come',
    { meta: { covers: ['routing.registration-first'] } },
    async (due) => {
      const session = buildConsoleSession({ user: { ...ada, [due]: true } })
      expect(await settled(showShell('/redirect', session))).toBe('/?redirect=%2Fdashboard')
      expect(await screen.findByRole('heading', { name: 'Entrance page' })).toBeDefined()
      expect(await settled(showShell('/users?q=x', session))).toBe('/?redirect=%2Fusers%3Fq%3Dx')
    },
  )
})

describe('an address', () => {
  it('of the sign-in pages is loaded anew', async () => {
    showShell('/oidc/usercode')
    await waitFor(() => expect(reloads).toEqual(['#/oidc/usercode']))
  })

  it('of an error shows the text of its code and nothing else that it holds', {
    meta: { covers: ['screen:error'] },
  }, async () => {
    showShell('/error?code=hostname_not_found&text=Call+0900')
    expect(await screen.findByText('There is no account at this address.')).toBeDefined()
    expect(document.body.textContent).not.toContain('0900')
  })
})
