import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import { buildSession } from '../../testing/sessions.ts'
import { CallError } from '../lib/call-error.ts'
import { replaceReload } from '../lib/leave.ts'
import { readStored, storeSession } from '../session/stored.ts'
import { openSupportTab } from '../session/support-tab.ts'
import { NotAuthenticated } from '../session/token.ts'
import { StartFailure } from './StartFailure.tsx'

let reloads: string[]
beforeEach(() => {
  reloads = []
  replaceReload(() => reloads.push(location.hash))
})

const fail = (error: unknown) =>
  renderRoutes([{ path: '*', element: <StartFailure error={error} /> }])
const refusal = (status: number, code: string) =>
  new CallError(status, { code, errorCode: code.toLowerCase() })

describe('a console that cannot start', () => {
  it('asks to refresh when the theme cannot be loaded, as it does without a connection', {
    meta: { covers: ['shell.theme-failure'] },
  }, async () => {
    const { user } = fail(new TypeError('Failed to fetch'))
    expect(await screen.findByRole('heading', { name: 'No connection' })).toBeDefined()
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(reloads).toHaveLength(1)
  })

  it('shows on the whole page that the account is locked', {
    meta: { covers: ['shell.account-locked'] },
  }, async () => {
    fail(refusal(403, 'ACCOUNT_LOCKED'))
    expect(await screen.findByRole('heading', { name: 'This account is locked' })).toBeDefined()
  })

  it('says that there is no account at this address', async () => {
    fail(refusal(404, 'HOSTNAME_NOT_FOUND'))
    expect(await screen.findByText('There is no account at this address.')).toBeDefined()
  })

  it('says to a provider that its access has ended, and shows no sign-in page', async () => {
    openSupportTab(buildSession(), Date.now())
    fail(refusal(401, 'INVALID_SESSION_TOKEN'))
    await screen.findByRole('heading', { name: 'Support access has ended' })
    expect([reloads, sessionStorage.length]).toEqual([[], 0])
  })

  it.each([
    ['no session', new NotAuthenticated()],
    ['a session that the service no longer knows', refusal(401, 'INVALID_SESSION_TOKEN')],
  ])('goes to the sign-in page with the way back when there is %s', async (_, error) => {
    storeSession(buildSession(), Date.now())
    location.hash = '#/users'
    fail(error)
    await waitFor(() => expect(reloads).toEqual(['#/?redirect=%2Fusers']))
    expect(readStored().session).toBeNull()
  })
})
