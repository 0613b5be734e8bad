export { samlCertificateRoutes } from './saml-keys.routes.ts'
export { type SamlKeys, samlKeys } from './saml-keys.service.ts'
