import { deleteOwnMachine, listOwnMachines } from '@signet/contract/access/self-machines'
import { endOwnSession, endOwnSessions, listOwnSessions } from '@signet/contract/tenancy/sessions'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { expectAccessible } from '../../../../testing/render.tsx'
import { showScreens } from '../../../../testing/screens.tsx'
import type { Screen } from '../../../kit/screen.ts'
import { profileFeature } from './profile.screens.ts'

const instant = '2026-01-02T03:04:05.000Z'
const other = '018f0000-0000-7000-8000-000000000002'
const session = (id: string, current: boolean, userAgent: string) => ({
  id,
  current,
  kind: 'web' as const,
  address: '192.0.2.1',
  userAgent,
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  amr: ['pwd'],
})
const sessions = answering(listOwnSessions, () => [
  session(other, false, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18 Safari/604'),
  session('here', true, 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36'),
])
/** Where the page leads to. */
const next: Screen = {
  path: '/logout',
  title: 'common:pages.profile',
  help: 'profile',
  page: async () => ({ default: () => null }),
}
const feature = { screens: [...profileFeature.screens, next] }
const show = () => showScreens(feature, '/myprofile/devices')

describe('where I am signed in', () => {
  it('names the devices, this one first', {
    meta: { covers: ['purpose.end-users', 'screen:myprofile/devices'] },
  }, async () => {
    serve(sessions)
    const { container } = await show()
    await screen.findByText('Chrome on Windows')
    const [first] = screen.getAllByRole('listitem')
    expect(first?.textContent).toContain('This session')
    expect(screen.getByText('Safari on iOS')).toBeDefined()
    await expectAccessible(container)
  })

  it('ends one session after a question', async () => {
    const asked = serve(
      sessions,
      answering(endOwnSession, () => undefined),
    )
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    expect(asked.some(({ endpoint }) => endpoint === endOwnSession)).toBe(false)
    const dialog = await screen.findByRole('alertdialog', { name: 'End this session?' })
    await user.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === endOwnSession)?.params).toEqual({
        id: other,
      }),
    )
  })

  it('ends all of them and leaves', async () => {
    serve(
      sessions,
      answering(endOwnSessions, () => undefined),
    )
    const { user, router } = await show()
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' })
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/logout'))
  })
})

describe('the browsers that I had remembered', () => {
  it('are forgotten by a click', async () => {
    const machine = {
      id: other,
      userId: other,
      label: 'Office',
      userAgent: null,
      machineId: null,
      createDate: instant,
      lastUsedDate: instant,
      expiryDate: instant,
    }
    const asked = serve(
      sessions,
      answering(listOwnMachines, () => [machine]),
      answering(deleteOwnMachine, () => undefined),
    )
    const { user } = await show()
    const section = await screen.findByRole('region', { name: 'Remembered browsers' })
    await within(section).findByText('Office')
    await user.click(within(section).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === deleteOwnMachine)?.params).toEqual({
        id: other,
      }),
    )
  })
})
