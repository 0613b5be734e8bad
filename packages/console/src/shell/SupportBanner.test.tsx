import { logout } from '@signet/contract/access/authentication'
import { readSupportSession } from '@signet/contract/provider/tenant-support'
import { listBundles } from '@signet/contract/tenancy/bundles'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../testing/answers.ts'
import { buildPieces, buildTheme } from '../../testing/facts.ts'
import { expectAccessible } from '../../testing/render.tsx'
import { buildSession } from '../../testing/sessions.ts'
import { showShell } from '../../testing/shell.tsx'
import { onFailure } from '../lib/failures.ts'
import { replaceReload } from '../lib/leave.ts'
import { endOnFailure } from '../session/endings.ts'
import { sessionOf } from '../session/facts.ts'
import { loadPieces } from '../session/load.ts'
import type { Support } from '../session/session-context.tsx'
import { readStored, storeSession } from '../session/stored.ts'
import { supportPieces } from '../session/support-pieces.ts'
import { openSupportTab } from '../session/support-tab.ts'

const look = { view: true, add: false, edit: false, remove: false }
const support: Support = {
  id: '018f0000-0000-7000-8000-0000000000c1',
  provider: 'Harbor Partners',
  reason: 'Sign-ins fail',
  rights: 'READ_ONLY',
  roleName: null,
  endsAt: '2026-11-30T12:00:00.000Z',
  groupManagement: 'ALL',
  permissions: [{ entityType: 'USERS', ...look }],
}
const entered = sessionOf(buildPieces(supportPieces(support)))
const standing = (grant: Support | Refusal) =>
  answering(readSupportSession, () => (grant instanceof Refusal ? grant : { grant }))
const ending = answering(logout, () => undefined)

let reloads: number
beforeEach(() => {
  reloads = 0
  replaceReload(() => {
    reloads += 1
  })
  storeSession(buildSession({ token: 'of-user' }), Date.now())
  openSupportTab(buildSession({ token: 'of-provider', time: 1_796_040_000_000 }), Date.now())
})

describe('the console of a provider', () => {
  it('has no pages of a user', async () => {
    serve(standing(support))
    showShell('/myprofile/profile', entered)
    await screen.findByText(/^Support access to Acme/)
    expect(screen.queryByRole('heading', { name: 'Profile page' })).toBeNull()
  })

  it('says where it is, until when and with which rights, and shows what those show', async () => {
    serve(standing(support))
    const { container, user } = showShell('/users', entered)
    const banner = /^Support access to Acme until 30 Nov 2026 .* · Read-only$/
    expect(await screen.findByText(banner)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Users' })).toBeDefined()
    for (const name of ['Applications', 'My account']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: 'Harbor Partners' }))
    await screen.findByRole('menuitem', { name: 'Sign out' })
    expect(screen.queryByRole('menuitem', { name: 'My profile' })).toBeNull()
  })

  it('is left by its button, which ends this session and no other', async () => {
    const asked = serve(standing(support), ending)
    const { user } = showShell('/users', entered)
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { name: 'You left the tenant' })).toBeDefined()
    expect(asked.map(({ endpoint }) => endpoint)).toContain(logout)
    expect(readStored().session).toBeNull()
    expect(localStorage.getItem('signet.authentication')).toContain('of-user')
    expect(reloads).toBe(0)
  })

  it('says so when the grant has ended', async () => {
    serve(standing(new Refusal('invalid_session_token')), ending)
    showShell('/logout', entered)
    expect(await screen.findByRole('heading', { name: 'Support access has ended' })).toBeDefined()
    expect(readStored().session).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('leads there from any call that is refused for it', async () => {
    serve(standing(new Refusal('invalid_session_token')))
    const stop = onFailure(endOnFailure)
    showShell('/users', entered)
    await waitFor(() => expect(location.hash).toContain('#/logout'))
    stop()
    location.hash = ''
  })

  it('reads the grant in the place of a user', async () => {
    const asked = serve(
      answering(readSubscriber, () => buildTheme()),
      standing(support),
      answering(listBundles, () => ({
        plan: null,
        moves: [],
        bundles: [],
        settings: {
          hasIssuance: false,
          hasIssuanceAPI: false,
          directTenant: false,
          directTenantLocked: false,
          hasFlashPassCounter: false,
          hasFleetManagement: false,
          hasPayToPrint: false,
          hasPrinterCounter: false,
        },
        features: [],
      })),
    )
    const session = sessionOf(await loadPieces())
    // The last two are asked at the same time.
    expect(asked.map(({ endpoint: { path } }) => path).toSorted()).toEqual(
      [readSubscriber, readSupportSession, listBundles].map(({ path }) => path).toSorted(),
    )
    expect(session).toMatchObject({
      support: { provider: 'Harbor Partners' },
      user: { displayName: 'Harbor Partners', isAdmin: false },
      facts: { permissions: { USERS: ['VIEW'] }, groupManagementAll: true },
    })
  })
})
