import { listPrinters } from '@signet/contract/issuance/printers'
import { listBundles } from '@signet/contract/tenancy/bundles'
import { renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { answering, serve } from '../../testing/answers.ts'
import { buildConsoleSession, buildRole, buildTheme } from '../../testing/facts.ts'
import { resetShell, showShell } from '../../testing/shell.tsx'
import { messages } from '../lib/messages.ts'
import { bundlesReadAgain, SessionProvider } from '../session/session-context.tsx'
import { useDirectTenantLocked } from './direct-tenant.ts'

beforeEach(() => {
  resetShell()
  bundlesReadAgain.set({})
  messages.set([])
})

const theme = buildTheme({ authenticationAccount: false, issuanceAccount: true })
const waiting = { directTenant: true, directTenantLocked: true }
const id = '018f0000-0000-7000-8000-0000000000a1'

const bundlesOff = {
  hasIssuance: true,
  hasIssuanceAPI: false,
  directTenant: false,
  directTenantLocked: false,
  hasFlashPassCounter: false,
  hasFleetManagement: false,
  hasPayToPrint: false,
  hasPrinterCounter: false,
}

/** The printer is ready from the second time on; the account is unlocked the time after. */
const serveDirect = () => {
  let asks = 0
  let reads = 0
  return serve(
    answering(listPrinters, () => {
      asks += 1
      return [{ id, name: 'First', status: 'IDLE' as const, ptpReady: asks > 1 }]
    }),
    answering(listBundles, () => {
      reads += 1
      const directTenantLocked = reads < 2
      const settings = { ...bundlesOff, directTenant: true, directTenantLocked }
      return { plan: null, moves: [], bundles: [], settings, features: [] }
    }),
  )
}
it('waits for the first printer, then opens everything and says so once', {
  timeout: 120_000,
  meta: {
    covers: [
      'constant:open.direct-tenant-poll',
      'direct-tenant.interval-open',
      'direct-tenant.polls-printers',
      'direct-tenant.ready',
    ],
  },
}, async () => {
  const asked = serveDirect()
  showShell('/dashboard', buildConsoleSession({ theme, bundles: waiting }))
  const patient = { timeout: 90_000 }
  await screen.findByText('The first printer is ready. Everything is open to you now.', {}, patient)
  expect(bundlesReadAgain.get()).toMatchObject({ directTenant: true, directTenantLocked: false })
  expect(messages.get()).toHaveLength(1)
  expect(asked.filter(({ endpoint }) => endpoint === listBundles)).toHaveLength(2)
})

const blind = [buildRole({ permissions: [] })]

it.each([
  ['an account that waits for its first printer', { theme, bundles: waiting }, true],
  ['an account that is unlocked', { theme, bundles: { directTenant: true } }, false],
  ['an account that issues nothing', { theme: buildTheme(), bundles: waiting }, false],
  ['an account whose printers may not be seen', { theme, bundles: waiting, roles: blind }, false],
])('%s is asked for printers: %o', (_name, pieces, isAsked) => {
  const session = buildConsoleSession(pieces)
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <SessionProvider session={session}>{children}</SessionProvider>
  )
  expect(renderHook(useDirectTenantLocked, { wrapper }).result.current).toBe(isAsked)
})
