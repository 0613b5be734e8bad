import { metadataOf } from './client-metadata.ts'
import { clientFeatures, clientTerms } from './client-terms.ts'
import { countSelfRegistered, moveRegistration } from './oidc-applications.repository.ts'
import { change, create, generateSecret, remove } from './oidc-applications.service.ts'
import { withItsKey } from './signing-key.ts'

export { deviceTermsOf } from './device-terms.ts'
export {
  authorizationDetailsTypes,
  find as findOidcApplication,
  findByClientId,
  list as listOidcApplications,
  type StoredApplication,
} from './oidc-applications.repository.ts'
export { protectionOf } from './protection.ts'
export { isRedirectUri } from './redirect-uris.ts'

/** What becomes of applications, for those who add and change them otherwise than administrators. */
export const oidcApplications = {
  create,
  change,
  generateSecret,
  remove,
  countSelfRegistered,
  moveRegistration,
  withItsKey,
} as const

/** Applications as the OpenID Connect library is given them, and what it takes of them. */
export const clients = { metadataOf, terms: clientTerms, features: clientFeatures } as const
