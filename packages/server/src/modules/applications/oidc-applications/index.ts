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
export { create as createOidcApplication } from './oidc-applications.service.ts'
export { protectionOf } from './protection.ts'
export { isRedirectUri } from './redirect-uris.ts'
