import { countSelfRegistered, moveRegistration } from './oidc-applications.repository.ts'
import { change, create, generateSecret, remove } from './oidc-applications.service.ts'

export { type DeviceTerms, deviceTermsOf } from './device-terms.ts'
export {
  authorizationDetailsTypes,
  type ClientApplication,
  findByClientId,
  isOidcApplication,
  list as listOidcApplications,
  type StoredApplication,
} from './oidc-applications.repository.ts'
export { oidcApplicationRoutes } from './oidc-applications.routes.ts'
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
} as const
