import { logout } from '@signet/contract/access/authentication'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { replaceReload } from '../lib/leave.ts'
import { deleteSession, readStored, storeSession } from '../session/stored.ts'
import { answering, serve } from '../testing/answers.ts'
import { buildConsoleSession, buildPieces, buildRole, buildSettings } from '../testing/facts.ts'
import { buildSession } from '../testing/sessions.ts'
import { showShell } from '../testing/shell.tsx'

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
  it('the page that was asked for is shown', async () => {
    expect(await settled(showShell('/redirect?redirect=%2Fuser%2Fadd'))).toBe('/user/add')
  })

  it('no address of another host is followed', async () => {
    expect(await settled(showShell('/redirect?redirect=%2F%2Fevil.example'))).toBe('/dashboard')
  })

  it('the first page that is allowed is shown, for most people their applications', async () => {
    expect(await settled(showShell('/redirect', buildConsoleSession({ roles: somebody })))).toBe(
      '/myprofile/applications',
    )
  })

  it('the portal begins on its default tab', async () => {
    const { userTabConfiguration } = buildSettings()
    const tabs = { ...userTabConfiguration, defaultTab: 'AUTHENTICATORS' as const }
    const settings = buildSettings({ userTabConfiguration: tabs })
    expect(
      await settled(showShell('/redirect', buildConsoleSession({ roles: somebody, settings }))),
    ).toBe('/myprofile/authenticators')
  })

  it.each(['registrationRequired', 'verificationRequired'])(
    'somebody with %s goes to / with the way back, from wherever they come',
    async (due) => {
      const session = buildConsoleSession({ user: { ...ada, [due]: true } })
      expect(await settled(showShell('/redirect', session))).toBe('/?redirect=%2Fdashboard')
      expect(await screen.findByRole('heading', { name: 'Entrance page' })).toBeDefined()
      expect(await settled(showShell('/users?q=x', session))).toBe('/?redirect=%2Fusers%3Fq%3Dx')
    },
  )
})

describe('signing out', () => {
  it('ends the session here and at the service, and leads to the sign-in page', async () => {
    storeSession(buildSession(), Date.now())
    localStorage.setItem('signet.lists', '{}')
    const asked = serve(answering(logout, () => undefined))
    showShell('/logout')
    await waitFor(() => expect(reloads).toEqual(['#/']))
    expect(asked.map(({ endpoint }) => endpoint)).toEqual([logout])
    expect(readStored().session).toBeNull()
    expect(localStorage.getItem('signet.lists')).toBeNull()
  })

  it('says so when the session has ended already, with the way back', async () => {
    deleteSession()
    const { user } = showShell('/logout?redirect=%2Fusers')
    expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(reloads).toEqual(['#/?redirect=%2Fusers'])
  })
})

describe('an address', () => {
  it('of the sign-in pages is loaded anew', async () => {
    showShell('/oidc/usercode')
    await waitFor(() => expect(reloads).toEqual(['#/oidc/usercode']))
  })

  it('of an error shows the text of its code and nothing else that it holds', async () => {
    showShell('/error?code=hostname_not_found&text=Call+0900')
    expect(await screen.findByText('There is no account at this address.')).toBeDefined()
    expect(document.body.textContent).not.toContain('0900')
  })
})
