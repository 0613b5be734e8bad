export const isTermsAcknowledged = (checkbox: boolean | null): boolean => checkbox === true

export interface TermsFacts {
  readonly isAdmin: boolean
  readonly authenticationAccount: boolean
  readonly issuanceAccount: boolean
  readonly directTenant: boolean
  readonly legalAcknowledged: boolean
}

/** Administrators of an authentication tenant acknowledge the terms; direct issuance tenants do not. */
export const mustAcknowledgeTerms = (facts: TermsFacts): boolean => {
  if (!facts.isAdmin || facts.legalAcknowledged || !facts.authenticationAccount) return false
  return !(facts.issuanceAccount && facts.directTenant)
}
