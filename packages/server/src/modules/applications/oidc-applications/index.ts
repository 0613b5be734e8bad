export {
  type ClientApplication,
  findByClientId,
  isOidcApplication,
  list as listOidcApplications,
  type StoredApplication,
} from './oidc-applications.repository.ts'
export { oidcApplicationRoutes } from './oidc-applications.routes.ts'
export { create as createOidcApplication } from './oidc-applications.service.ts'
export { isRedirectUri } from './redirect-uris.ts'
