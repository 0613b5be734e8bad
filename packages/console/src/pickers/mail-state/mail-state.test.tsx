import type { AnswerOf } from '@signet/contract/kit/endpoint'
import { readEmailState } from '@signet/contract/settings/email-state'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answering, serve } from '../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../testing/render.tsx'
import { banners, noBanners } from '../../lib/banners.ts'
import { messages } from '../../lib/messages.ts'
import { clearAtLogout } from '../../lib/slices.ts'
import { ConfirmMail } from './ConfirmMail.tsx'
import { MailBanner } from './MailBanner.tsx'

type State = AnswerOf<typeof readEmailState>

const sentAt = '2026-01-05T08:00:00.000Z'
const nothing = { test: null, failedLastDay: 0 } as const
const arrived = { sentAt, taken: true, arrivedAt: sentAt }
const missing: State = { source: 'NONE', ...nothing }
const untested: State = { source: 'OPERATOR', ...nothing }

const serveState = (state: State) => serve(answering(readEmailState, () => state))

beforeEach(() => messages.set([]))
afterEach(() => {
  banners.set(noBanners)
  vi.useRealTimers()
})

const holding = (entityType: 'USERS' | 'APPLICATIONS', edit: boolean) => {
  const permissions = [{ entityType, view: true, add: edit, edit, remove: edit }]
  return buildConsoleSession({ roles: [buildRole({ permissions })] })
}

const banner = (
  <>
    <MailBanner />
    <h1>Page</h1>
  </>
)
const showBanner = (session = buildConsoleSession()) =>
  renderRoutes([{ path: '/', element: banner }], { session })

describe('the banner about email', () => {
  it('says that emails are not sent, and leads to the settings', async () => {
    serveState(missing)
    showBanner()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('No email server is set up: emails are not sent.')
    const link = within(alert).getByRole('link', { name: 'Set up email' })
    expect(link.getAttribute('href')).toBe('/settings/email')
    await expectAccessible()
  })

  it('stays until a test email arrived', async () => {
    serveState({ ...untested, test: { sentAt, taken: true, arrivedAt: null } })
    showBanner()
    expect(await screen.findByText(/No test email has been confirmed yet/)).toBeDefined()
  })

  it.each<[string, State]>([
    ['once a test email arrived', { ...untested, test: arrived }],
    ['on a development server, which keeps emails', { source: 'OUTBOX', ...nothing }],
  ])('is not shown %s', async (_when, state) => {
    const asked = serveState(state)
    showBanner()
    await waitFor(() => expect(asked).toHaveLength(1))
    await screen.findByRole('heading', { name: 'Page' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('tells a help desk that emails are not sent, without a way to settings it may not change', async () => {
    serveState(missing)
    showBanner(holding('USERS', false))
    await screen.findByText(/emails are not sent/)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('does not bother who cannot test, nor ask for who sends no email', async () => {
    const asked = serveState(untested)
    showBanner(holding('USERS', false))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
    showBanner(holding('APPLICATIONS', true))
    await waitFor(() => expect(screen.getAllByRole('heading', { name: 'Page' })).toHaveLength(2))
    expect(asked).toHaveLength(1)
  })

  it('is hidden for a day once it is closed, across sign-out', async () => {
    serveState(missing)
    const { user, unmount } = showBanner()
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    unmount()
    clearAtLogout()
    const asked = serveState(missing)
    const again = showBanner()
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
    again.unmount()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_001 })
    showBanner()
    await screen.findByText(/emails are not sent/)
  })
})

describe('an action that sends an email', () => {
  const show = (state: State) => {
    const run = vi.fn<() => Promise<void>>(async () => undefined)
    const dialog = (
      <ConfirmMail
        title="Password"
        confirmLabel="Send email"
        recipient="Ada"
        onConfirm={run}
        onClose={() => undefined}
      >
        Ada gets an email.
      </ConfirmMail>
    )
    const asked = serveState(state)
    return { ...renderRoutes([{ path: '/', element: dialog }]), run, asked }
  }
  const told = () => messages.get().map(({ text, icon }) => `${icon}: ${text}`)

  it('says before and after that nothing is sent without a server', async () => {
    const { user, run } = show(missing)
    await screen.findByText('No email server is set up: this email will not be sent.')
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Send email' }))
    await waitFor(() => expect(told()).toEqual(['warning: Not sent: no email server']))
    expect(run).toHaveBeenCalledOnce()
  })

  it('says that the email was queued where there is one', async () => {
    const { user, asked } = show({ ...untested, test: arrived })
    await waitFor(() => expect(asked).toHaveLength(1))
    await user.click(await screen.findByRole('button', { name: 'Send email' }))
    await waitFor(() => expect(told()).toEqual(['success: Email to Ada queued']))
    expect(screen.queryByText(/will not be sent/)).toBeNull()
  })
})
