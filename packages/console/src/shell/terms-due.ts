import { mustAcknowledgeTerms } from '@signet/rules/terms'
import { useSession } from '../session/session-context.tsx'

/** Whether the signed-in person must acknowledge the terms of use. */
export const useTermsDue = (): boolean => {
  const { theme, user, facts } = useSession()
  return mustAcknowledgeTerms({
    isAdmin: user.isAdmin,
    authenticationAccount: theme.authenticationAccount,
    issuanceAccount: theme.issuanceAccount,
    directTenant: facts.bundles.directTenant,
    legalAcknowledged: theme.legalAcknowledged,
  })
}
