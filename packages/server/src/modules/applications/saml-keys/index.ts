export { type SamlKeys, samlKeys } from './saml-keys.service.ts'
