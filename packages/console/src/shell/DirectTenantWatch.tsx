import { listPrinters } from '@signet/contract/issuance/printers'
import { directTenantPollMs, isDirectTenantReady } from '@signet/rules/issuance'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { useText } from '../lib/i18n.ts'
import { showMessage } from '../lib/messages.ts'
import { reloadBundles } from '../session/load.ts'

/** Whether the account is unlocked now: its flags are read again once a printer is ready. */
const poll = async (signal: AbortSignal): Promise<boolean> => {
  const listed = await call(listPrinters, { query: { fields: 'status,ptpReady' }, signal })
  const printers = listed.map(({ status = 'UNKNOWN', ptpReady = false }) => ({ status, ptpReady }))
  if (!isDirectTenantReady(printers)) return false
  return !(await reloadBundles()).directTenantLocked
}

/** Asks for printers until the first one is ready; then the menu opens, and this is gone. */
const DirectTenantWatch = () => {
  const text = useText('issuancePortal')
  useQuery({
    queryKey: ['direct-tenant'],
    refetchInterval: directTenantPollMs,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const isUnlocked = await poll(signal)
      if (isUnlocked) showMessage(text('issuancePortal:fleet.unlocked'))
      return isUnlocked
    },
  })
  return null
}

export default DirectTenantWatch
