export { credentialOf } from './credentials.service.ts'
export { inheritedCredential } from './inherited.ts'
export { serviceCredentialOf } from './service-endpoint.ts'
