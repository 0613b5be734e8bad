import { mustPollPrinters } from '@signet/rules/issuance'
import { useMay, useSession } from '../session/session-context.tsx'

/** Whether this account waits for its first printer, and whoever is signed in may see printers. */
export const useDirectTenantLocked = (): boolean => {
  const { theme, facts } = useSession()
  const may = useMay()
  const { directTenant, directTenantLocked } = facts.bundles
  const { issuanceAccount } = theme
  return (
    mustPollPrinters({ issuanceAccount, directTenant, directTenantLocked }) &&
    may(['PRINTERS', 'VIEW'])
  )
}
