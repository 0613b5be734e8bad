import { mustAcknowledgeTerms } from '@signet/rules/terms'
import { createStore, useStore } from '../lib/store.ts'
import { useMay, useSession } from '../session/session-context.tsx'

/** Acknowledged since the theme was read. */
export const termsAcknowledged = createStore(false)

/**
 * Whether the signed-in person must acknowledge the terms of use: an administrator who may. For any
 * other the dialog would have no way out.
 */
export const useTermsDue = (): boolean => {
  const { theme, user, facts } = useSession()
  const may = useMay()
  const isAcknowledged = useStore(termsAcknowledged)
  return mustAcknowledgeTerms({
    isAdmin: user.isAdmin && may(['SUBSCRIBERS', 'EDIT']),
    authenticationAccount: theme.authenticationAccount,
    issuanceAccount: theme.issuanceAccount,
    directTenant: facts.bundles.directTenant,
    legalAcknowledged: theme.legalAcknowledged || isAcknowledged,
  })
}
