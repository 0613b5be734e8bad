export { findOidcClaims, type StoredClaim } from './oidc-claims.repository.ts'
export { create as createOidcClaim } from './oidc-claims.service.ts'
