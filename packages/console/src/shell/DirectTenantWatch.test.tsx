import { listPrinters } from '@signet/contract/issuance/printers'
import { listBundles } from '@signet/contract/tenancy/bundles'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { messages } from '../lib/messages.ts'
import { bundlesReadAgain } from '../session/session-context.tsx'
import { answering, serve } from '../testing/answers.ts'
import { buildConsoleSession, buildTheme } from '../testing/facts.ts'
import { resetShell, showShell } from '../testing/shell.tsx'

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
it('waits for the first printer, then opens everything and says so once', async () => {
  const asked = serveDirect()
  showShell('/dashboard', buildConsoleSession({ theme, bundles: waiting }))
  const patient = { timeout: 90_000 }
  await screen.findByText('The first printer is ready. Everything is open to you now.', {}, patient)
  expect(bundlesReadAgain.get()).toMatchObject({ directTenant: true, directTenantLocked: false })
  expect(messages.get()).toHaveLength(1)
  expect(asked.filter(({ endpoint }) => endpoint === listBundles)).toHaveLength(2)
}, 120_000)

it.each([
  ['an account that is unlocked', { directTenant: true }, theme],
  ['an account that issues nothing', waiting, buildTheme()],
])(
  'nothing is asked of %s',
  async (_, bundles, of) => {
    const asked = serveDirect()
    showShell('/dashboard', buildConsoleSession({ theme: of, bundles }))
    await screen.findByRole('main')
    await waitFor(() => expect(asked.some(({ endpoint }) => endpoint === listPrinters)).toBe(false))
  },
  60_000,
)
