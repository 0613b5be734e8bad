import { findLink, touchLink } from './linked-identities.repository.ts'
import { link, listOf, unlink } from './linked-identities.service.ts'

export type { Provider } from './definition.ts'
export { identityProviderRoutes } from './identity-providers.routes.ts'
export { create as createIdentityProvider } from './identity-providers.service.ts'
export { enabledProvider } from './providers.ts'
export { offeredProviders, providersFor } from './published-providers.ts'
export { authorizationUrl, holdsValue, type Proven, proveUpstream, type Ties } from './upstream.ts'

/** Accounts at identity providers, and whom they sign in. */
export const linkedIdentities = {
  find: findLink,
  touch: touchLink,
  link,
  listOf,
  unlink,
} as const
