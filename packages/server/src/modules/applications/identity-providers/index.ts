import { oidcProviders } from './identity-providers.service.ts'
import { findLink, touchLink } from './linked-identities.repository.ts'
import { link, listOf, unlink } from './linked-identities.service.ts'
import { refreshMetadata } from './metadata-refresh.ts'
import { carriesState, departureTo, proveAccount, proveUnasked } from './proving.ts'
import { samlServiceOf, samlServicePath } from './saml-addresses.ts'
import { samlSubjectOf } from './saml-assertion.ts'
import { postedRequest, samlRedirect } from './saml-departure.ts'
import { serviceMetadataText } from './saml-provider-metadata.ts'
import { samlProviders } from './saml-providers.service.ts'
import { holdsValue } from './upstream.ts'
import { endSessionUrl, openTicket, sealTicket } from './upstream-logout.ts'

export type { Provider } from './definition.ts'
export { enabledProvider, offeredProviders, providersFor } from './published-providers.ts'
export type { Proven, Ties } from './upstream.ts'
export const createProvider = { oidc: oidcProviders.create, saml: samlProviders.create } as const

/** An account elsewhere: leaving to prove it, what was proven, and signing out there. */
export const upstream = {
  departureTo,
  carriesState,
  proveAccount,
  proveUnasked,
  holdsValue,
  sealTicket,
  openTicket,
  endSessionUrl,
} as const

/** What we are to SAML providers, and what they say of themselves. */
export const samlService = {
  path: samlServicePath,
  of: samlServiceOf,
  metadataText: serviceMetadataText,
  redirect: samlRedirect,
  refreshMetadata,
  postedRequest,
  subjectOf: samlSubjectOf,
} as const

/** Accounts at identity providers, and whom they sign in. */
export const linkedIdentities = {
  find: findLink,
  touch: touchLink,
  link,
  listOf,
  unlink,
} as const
