import { release } from '@signet/contract/kit/release'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  buildConsoleSession,
  buildPieces,
  buildRole,
  buildSettings,
  buildTheme,
} from '../../testing/facts.ts'
import { expectAccessible } from '../../testing/render.tsx'
import { continued, counterState, resetShell, showShell, slowPage } from '../../testing/shell.tsx'
import { showBanner } from '../lib/banners.ts'
import { followConnection } from '../lib/lost-connection.ts'
import { messages, showMessage } from '../lib/messages.ts'
import { connectCalls } from '../lib/transport.ts'

const helper = buildConsoleSession({ roles: [buildRole({ roleType: 'USER', permissions: [] })] })
const nav = () => within(screen.getByRole('navigation', { name: 'Main menu' }))

afterEach(resetShell)

describe('the frame', () => {
  it('shows the page with menu, trail, window title and footer', {
    meta: {
      covers: [
        'routing.layouts-open',
        'routing.screen-title-breadcrumb',
        'shell.footer',
        'page titles',
      ],
    },
  }, async () => {
    showShell('/user/add')
    expect(await screen.findByRole('heading', { name: 'Add user page' })).toBeDefined()
    const trail = within(screen.getByRole('navigation', { name: 'You are here' }))
    expect(trail.getByRole('link', { name: 'Users' })).toHaveProperty('pathname', '/users')
    const current = nav()
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'))
    expect(current.map(({ textContent }) => textContent)).toEqual(['Users'])
    expect(document.title).toBe('Add user · Signet')
    for (const name of ['Terms', 'Privacy', 'Open source']) {
      expect(screen.getByRole('link', { name })).toBeDefined()
    }
    await expectAccessible()
  })

  it('names the tenant in the title of an account that only issues', {
    meta: { covers: ['tenancy.page-title', 'page titles'] },
  }, async () => {
    const theme = buildTheme({ authenticationAccount: false, issuanceAccount: true })
    showShell('/myprofile/profile', buildConsoleSession({ theme }))
    await screen.findByRole('heading', { name: 'Profile page' })
    expect(document.title).toBe('My profile · Signet Issuance – Acme')
  })

  it('offers only pages that permission and account allow', {
    meta: { covers: ['visibility.basis'] },
  }, async () => {
    showShell('/users')
    await screen.findByRole('heading', { name: 'Users page' })
    expect(nav().queryByRole('link', { name: 'Dashboard' })).toBeNull()
    expect(nav().getByRole('link', { name: 'Users' })).toBeDefined()
  })

  it('refuses a page that is not allowed, by the same predicate', {
    meta: { covers: ['visibility.basis'] },
  }, async () => {
    showShell('/users', helper)
    expect(
      await screen.findByRole('heading', { name: 'You do not have access to this' }),
    ).toBeDefined()
    expect(nav().queryByRole('link', { name: 'Users' })).toBeNull()
  })

  it('says of an unknown address that there is none, and leads to where the portal begins', {
    meta: { covers: ['routing.default-route'] },
  }, async () => {
    const { userTabConfiguration } = buildSettings()
    const tabs = { ...userTabConfiguration, defaultTab: 'PROFILE' as const }
    const settings = buildSettings({ userTabConfiguration: tabs })
    const { router } = showShell('/nowhere', buildConsoleSession({ settings }))
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    expect(router.state.location.pathname).toBe('/nowhere')
    screen.getByRole('link', { name: 'Go to the start page' }).click()
    await screen.findByRole('heading', { name: 'Profile page' })
    expect(router.state.location.pathname).toBe('/myprofile')
  })

  it('searches for the page that was meant, from an address that has none', async () => {
    const { user, router } = showShell('/settings')
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    const field = await screen.findByRole('combobox')
    await expectAccessible()
    await user.type(field, 'usrs')
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        'Found usrs',
        'Users Go to',
      ]),
    )
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Users page' })
    expect(router.state.location.pathname).toBe('/users')
  })

  it('shows administrators limited to groups which pages are view-only', {
    meta: { covers: ['visibility.extra-panel'] },
  }, async () => {
    const notice = 'View only. Your administration is limited to groups'
    const limited = buildRole({ groupManagement: 'SOME', groupIds: ['sales'] })
    showShell('/applications', buildConsoleSession({ roles: [limited] }))
    await screen.findByRole('heading', { name: 'Applications page' })
    expect(screen.getByText(notice, { exact: false })).toBeDefined()
    act(() => nav().getByRole('link', { name: 'Users' }).click())
    await screen.findByRole('heading', { name: 'Users page' })
    expect(screen.queryByText(notice, { exact: false })).toBeNull()
  })

  it('leaves out of the menu what a mobile device hides, and opens it by its address', {
    meta: { covers: ['visibility.mobile-device'] },
  }, async () => {
    showShell('/applications', buildConsoleSession({ isMobile: true }))
    await screen.findByRole('heading', { name: 'Applications page' })
    expect(nav().queryByRole('link', { name: 'Applications' })).toBeNull()
  })
})

describe('the palette', () => {
  it('opens with Ctrl K, goes to pages, and asks the features', {
    meta: { covers: ['palette'] },
  }, async () => {
    const { user, router } = showShell('/myprofile/profile')
    await screen.findByRole('heading', { name: 'Profile page' })
    await user.keyboard('{Control>}k{/Control}')
    const input = await screen.findByRole('combobox')
    await user.type(input, 'ad')
    expect(await screen.findByRole('option', { name: 'Add user' })).toBeDefined()
    expect(await screen.findByRole('option', { name: 'Found ad' })).toBeDefined()
    await expectAccessible()
    await user.clear(input)
    await user.type(input, 'zz')
    const late = await screen.findByRole('option', { name: 'Found zz' })
    expect(late.getAttribute('aria-selected')).toBe('true')
    await user.clear(input)
    await user.type(input, 'users{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'))
  })
})

describe('keys', () => {
  it('g then a letter goes to a page', async () => {
    const { user, router } = showShell('/myprofile/profile')
    await screen.findByRole('heading', { name: 'Profile page' })
    await user.keyboard('gu')
    expect(router.state.location.pathname).toBe('/users')
  })

  it('do nothing while somebody types', async () => {
    const { user, router } = showShell('/myprofile/profile')
    const box = await screen.findByRole('searchbox', { name: 'Search the menu' })
    await user.type(box, 'gu')
    expect(router.state.location.pathname).toBe('/myprofile/profile')
  })

  it('the skip link moves the focus to the page', async () => {
    const { user } = showShell()
    await user.click(await screen.findByRole('link', { name: 'Skip to content' }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})

describe('messages', () => {
  it('show three at a time, go by themselves after 10 s, first in, first out, and may lead somewhere', {
    meta: {
      covers: [
        'messages.fifo',
        'messages.snackbar-action',
        'messages.snackbar-auto-hide',
        'messages.snackbar-icon',
        'constant:snackbar.auto-hide',
      ],
    },
  }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { router } = showShell('/myprofile/profile')
    await screen.findByRole('heading', { name: 'Profile page' })
    act(() => {
      showMessage('First')
      showMessage('Second', { icon: 'warning', action: { label: 'Show users', to: '/users' } })
    })
    const shown = (): (string | null)[] =>
      screen.getAllByText(/^(First|Second|Third|Fourth)$/).map(({ textContent }) => textContent)
    expect(shown()).toEqual(['First', 'Second'])
    expect(screen.getByLabelText('Done')).toBeDefined()
    expect(screen.getByLabelText('Warning')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(6000))
    act(() => {
      showMessage('Third')
      showMessage('Fourth')
    })
    expect(shown()).toEqual(['First', 'Second', 'Third'])
    act(() => screen.getAllByRole('button', { name: 'Close' })[0]?.click())
    expect(shown()).toEqual(['Second', 'Third', 'Fourth'])
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(shown()).toEqual(['Second', 'Third', 'Fourth'])
    act(() => screen.getByRole('button', { name: 'Show users' }).click())
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'))
    expect(shown()).toEqual(['Third', 'Fourth'])
    await act(() => vi.advanceTimersByTimeAsync(7000))
    expect(messages.get()).toEqual([])
    vi.useRealTimers()
  })

  it('banners stay until they are closed', {
    meta: { covers: ['banner.no-duplicates'] },
  }, async () => {
    const { user } = showShell()
    act(() => showBanner({ text: 'The contract ends soon', severity: 'warning', action: null }))
    expect(await screen.findByText('The contract ends soon')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('The contract ends soon')).toBeNull()
  })

  it('errors over the page cannot be closed', async () => {
    showShell()
    act(() => showBanner({ text: 'The contract has ended', severity: 'error', action: null }))
    expect(await screen.findByText('The contract has ended')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  })

  it('announce each release until closed, to users who see releases', {
    meta: { covers: ['shell.release-notes', 'shell.user-notification'] },
  }, async () => {
    const user = { ...buildPieces().user, showNotification: true }
    const theme = buildTheme({ issuanceAccount: true })
    const session = buildConsoleSession({ theme, user })
    const { user: hand, unmount } = showShell('/users', session)
    await screen.findByText(`Signet ${release} is installed.`)
    const notes = screen.getByRole('link', { name: 'Release notes' })
    expect(notes).toHaveProperty('pathname', '/documentation/help/en/release-notes')
    await hand.click(screen.getByRole('button', { name: 'Close' }))
    unmount()
    showShell('/users', session)
    await screen.findByRole('heading', { name: 'Users page' })
    expect(screen.queryByText(`Signet ${release} is installed.`)).toBeNull()
  })
})

describe('without a connection', () => {
  it('the page stays, offers to refresh, and goes on by itself', {
    meta: { covers: ['shell.offline'] },
  }, async () => {
    let isThere = false
    const stop = followConnection(async () => isThere)
    showShell()
    await screen.findByRole('heading', { name: 'Users page' })
    act(() => void dispatchEvent(new Event('offline')))
    expect(await screen.findByText('Connection lost. Trying again…')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Users page' })).toBeDefined()
    isThere = true
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText('Connection lost. Trying again…')).toBeNull())
    stop()
  })
})

describe('an idle session', () => {
  it('is told that it has expired when no time is left', {
    meta: { covers: ['session.expiry-text'] },
  }, async () => {
    showShell()
    act(() => counterState.set({ isPrompting: true, remainingSeconds: 0, isExpired: false }))
    expect((await screen.findByRole('timer')).textContent).toBe('Expired')
  })

  it('is announced with the time that is left, and goes on by a button', {
    meta: {
      covers: ['session.dialog-continue', 'session.dialog-remaining', 'session.expiry-text'],
    },
  }, async () => {
    const { user } = showShell()
    act(() => counterState.set({ isPrompting: true, remainingSeconds: 95, isExpired: false }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you still there?' })
    expect(within(dialog).getByRole('timer').textContent).toBe('1 min 35 s')
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }))
    expect(continued.times).toBe(1)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

describe('the terms of use', () => {
  const theme = buildTheme({ legalAcknowledged: false })

  it('come once there is a page behind them', async () => {
    showShell('/slow', buildConsoleSession({ theme }))
    await screen.findByRole('status', { name: 'Loading' })
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)))
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => slowPage.come())
    await screen.findByRole('dialog', { name: 'Terms of use' })
    expect(screen.getByRole('heading', { name: 'Slow page', hidden: true })).toBeDefined()
  })

  it('are shown to an administrator until OK is pressed with the box ticked', {
    meta: { covers: ['shell.terms-checkbox', 'terms.ok-saves'] },
  }, async () => {
    const asked: unknown[] = []
    connectCalls({
      readToken: () => 'token',
      proofKey: () =>
        crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
          'sign',
          'verify',
        ]),
      fetch: async (_, init) => {
        asked.push(JSON.parse(String(init?.body)))
        return new Response(JSON.stringify({ ...theme, legalAcknowledged: true }))
      },
    })
    const { user, router } = showShell('/users', buildConsoleSession({ theme }))
    await user.click(await screen.findByRole('button', { name: 'OK' }))
    expect(await screen.findByText('Tick this box to go on')).toBeDefined()
    expect(asked).toEqual([])
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).toEqual([{ legalAcknowledged: true }])
    await user.click(screen.getByRole('link', { name: 'Acme, Home' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    await screen.findByRole('heading', { name: 'You do not have access to this' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a screen that breaks', () => {
  it('shows the stack and a way to refresh, reports itself, and leaves the frame alone', {
    meta: { covers: ['session.shell-calls', 'shell.crash-page', 'shell.crash-report'] },
  }, async () => {
    const reports: unknown[] = []
    connectCalls({
      readToken: () => 'token',
      fetch: async (url, init) => {
        reports.push([new URL(String(url)).pathname, JSON.parse(String(init?.body))])
        return new Response(null, { status: 204 })
      },
    })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { user } = showShell('/broken')
    expect(
      await screen.findByRole('heading', { name: 'Something went wrong in this page' }),
    ).toBeDefined()
    expect(screen.getByLabelText('Details of the error').textContent).toContain('the screen broke')
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeDefined()
    await waitFor(() => expect(reports).toHaveLength(1))
    expect(reports[0]).toMatchObject([
      '/api/web/v1/ui/error',
      { message: 'Error: the screen broke' },
    ])
    await user.click(nav().getByRole('link', { name: 'Users' }))
    expect(await screen.findByRole('heading', { name: 'Users page' })).toBeDefined()
  })
})
