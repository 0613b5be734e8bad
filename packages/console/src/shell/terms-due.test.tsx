import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildConsoleSession, buildRole, buildTheme } from '../../testing/facts.ts'
import { SessionProvider } from '../session/session-context.tsx'
import { useTermsDue } from './terms-due.ts'

const right = { view: true, add: true, edit: true, remove: true }
const users = { ...right, entityType: 'USERS' } as const
const subscribers = { ...right, entityType: 'SUBSCRIBERS' } as const
const theme = buildTheme({ legalAcknowledged: false })
const admin = { theme, roles: [buildRole({ permissions: [users, subscribers] })] }

it.each([
  ['an administrator who has not acknowledged them', admin, true],
  ['nobody once they are acknowledged', { ...admin, theme: buildTheme() }, false],
  [
    'nobody of an account that only issues',
    { ...admin, theme: { ...theme, authenticationAccount: false, issuanceAccount: true } },
    false,
  ],
  [
    'nobody of a direct issuance tenant',
    { ...admin, theme: { ...theme, issuanceAccount: true }, bundles: { directTenant: true } },
    false,
  ],
  [
    'no administrator who could not acknowledge them',
    { ...admin, roles: [buildRole({ permissions: [users] })] },
    false,
  ],
  [
    'nobody without a role of administration',
    { ...admin, roles: [buildRole({ roleType: 'USER', permissions: [subscribers] })] },
    false,
  ],
])(
  'the terms of use are asked of %s',
  { meta: { covers: ['terms.skip-direct-issuance', 'terms.who'] } },
  (_, pieces, isDue) => {
    const session = buildConsoleSession(pieces)
    const { result } = renderHook(useTermsDue, {
      wrapper: ({ children }) => <SessionProvider session={session}>{children}</SessionProvider>,
    })
    expect(result.current).toBe(isDue)
  },
)
