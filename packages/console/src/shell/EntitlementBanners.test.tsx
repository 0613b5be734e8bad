import { readEntitlementInfo, type TenantEntitlement } from '@signet/contract/tenancy/entitlements'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { answering, serve } from '../../testing/answers.ts'
import { buildConsoleSession, buildRole } from '../../testing/facts.ts'
import { resetShell, showShell } from '../../testing/shell.tsx'

beforeEach(resetShell)

const bought = (
  change: Partial<z.input<typeof TenantEntitlement>> = {},
): z.input<typeof TenantEntitlement> => ({
  entitlementId: '018f0000-0000-7000-8000-0000000000cc',
  type: 'AUTHENTICATION',
  bundle: 'PLUS',
  allotment: 1000,
  quantity: 1,
  consumed: 800,
  remaining: 200,
  overage: 0,
  contractMode: 'PRODUCTION',
  startDate: '2026-01-01T00:00:00.000Z',
  endDate: null,
  overageType: 'NO',
  usageType: 'USERS',
  smsVoice: null,
  ...change,
})

const serveBought = (...entitlements: z.input<typeof TenantEntitlement>[]) =>
  serve(
    answering(readEntitlementInfo, () => ({
      unlimited: false,
      users: { consumed: 800, allotment: 1000, remaining: 200 },
      entitlements,
    })),
  )

describe('what runs out', () => {
  it('is told over every page, and a warning may be closed', {
    meta: {
      covers: [
        'constant:usage.authentication-error-below',
        'constant:usage.authentication-warning-below',
        'constant:usage.trial-issuance-error-above',
        'constant:usage.trial-issuance-warning-above',
        'usage.authentication',
        'usage.captions',
        'usage.expiry-level',
        'usage.expiry-shown',
        'usage.levels',
        'usage.sms-voice',
        'usage.trial-issuance',
      ],
    },
  }, async () => {
    serveBought(bought())
    const { user } = showShell()
    await screen.findByText('800 of 1,000 user licenses are used.')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('800 of 1,000 user licenses are used.')).toBeNull()
  })

  it('stays closed for a day, however often the console is opened, unless it becomes an error', async () => {
    serveBought(bought())
    const { user, unmount } = showShell()
    await screen.findByText('800 of 1,000 user licenses are used.')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    unmount()
    const asked = serveBought(bought({ consumed: 801, remaining: 199 }))
    const again = showShell()
    await waitFor(() => expect(asked).toHaveLength(1))
    await screen.findByRole('heading', { name: 'Users page' })
    expect(screen.queryByText('801 of 1,000 user licenses are used.')).toBeNull()
    again.unmount()
    serveBought(bought({ consumed: 950, remaining: 50 }))
    showShell()
    await screen.findByText('950 of 1,000 user licenses are used.')
  })

  it('stays when it has run out', async () => {
    serveBought(
      bought({ consumed: 1000 }),
      bought({ type: 'ISSUANCE', endDate: '2026-01-02T00:00:00.000Z' }),
    )
    showShell()
    await screen.findByText('All 1,000 user licenses are used.')
    screen.getByText(/issuance contract has ended/)
    expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(1)
  })

  it('is not asked for by those who may not see entitlements', {
    meta: { covers: ['usage.entitlements-need-view'] },
  }, async () => {
    const asked = serveBought(bought())
    const users = { entityType: 'USERS', view: true, add: true, edit: true, remove: true } as const
    showShell('/users', buildConsoleSession({ roles: [buildRole({ permissions: [users] })] }))
    await screen.findByRole('heading', { name: 'Users page' })
    expect(asked).toEqual([])
  })
})
