import {
  listUserOauthTokens,
  revokeUserOauthToken,
  revokeUserOauthTokens,
} from '@signet/contract/applications/user-oauth-tokens'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, serve } from '../../../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../../../testing/facts.ts'
import { expectAccessible, renderRoutes } from '../../../../testing/render.tsx'
import { GrantsTab } from './GrantsTab.tsx'

const user = {
  id: '018f0000-0000-7000-8000-000000000042',
  type: 'MGMT_UI' as const,
  displayName: 'Grace Hopper',
}
const grant = {
  id: 'a-grant',
  applicationId: '018f0000-0000-7000-8000-000000000043',
  applicationName: 'Expenses',
  selfRegistered: true,
  scopes: ['openid', 'email'],
  resources: [{ identifier: 'https://api.example.test/', scopes: ['bills:read'] }],
  outlivesSession: true,
  grantedAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-12-01T10:00:00.000Z',
}

const show = (grants: readonly (typeof grant)[] = [grant], session = buildConsoleSession()) => {
  const asked = serve(
    answering(listUserOauthTokens, () => [...grants]),
    answering(revokeUserOauthToken, () => undefined),
    answering(revokeUserOauthTokens, () => undefined),
  )
  const shown = renderRoutes([{ path: '/', element: <GrantsTab user={user} /> }], { session })
  return { ...shown, asked }
}

describe('the connected applications of a user', () => {
  it('tell what was granted, and one ends after a question', async () => {
    const { user: visitor, asked } = show()
    expect(await screen.findByText('Expenses')).toBeDefined()
    expect(
      screen.getByText(/registered itself · openid, email, bills:read · Until .* · goes on after/),
    ).toBeDefined()
    await expectAccessible()
    await visitor.click(screen.getByRole('button', { name: /Expenses/ }))
    await visitor.click(await screen.findByRole('menuitem', { name: 'Disconnect' }))
    expect(await screen.findByText(/signed out of Grace Hopper’s account/)).toBeDefined()
    await visitor.click(screen.getByRole('button', { name: 'Disconnect' }))
    await waitFor(() =>
      expect(asked.find(({ endpoint }) => endpoint === revokeUserOauthToken)?.params).toEqual({
        userid: user.id,
        oauthusertokenid: 'a-grant',
      }),
    )
  })

  it('all end at once', async () => {
    const { user: visitor, asked } = show()
    await visitor.click(await screen.findByRole('button', { name: 'Disconnect all' }))
    const [, confirm] = await screen.findAllByRole('button', { name: 'Disconnect all' })
    await visitor.click(confirm ?? screen.getByRole('button', { name: 'Disconnect all' }))
    await waitFor(() =>
      expect(asked.some(({ endpoint }) => endpoint === revokeUserOauthTokens)).toBe(true),
    )
  })

  it('are only shown to who may not edit', async () => {
    const sees = {
      entityType: 'USERS' as const,
      view: true,
      add: false,
      edit: false,
      remove: false,
    }
    show([grant], buildConsoleSession({ roles: [buildRole({ permissions: [sees] })] }))
    expect(await screen.findByText('Expenses')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Expenses|Disconnect/ })).toBeNull()
  })

  it('are none where nothing was granted', async () => {
    show([])
    expect(await screen.findByText('No application is connected')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Disconnect all' })).toBeNull()
  })
})
