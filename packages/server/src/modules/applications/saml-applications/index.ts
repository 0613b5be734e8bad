export { certificateOf, expectKey } from './certificates.ts'
export { readProvider } from './read-metadata.ts'
export {
  find as findSamlApplication,
  findByEntityId as findSamlApplicationByEntityId,
  findSeveral as findSamlApplications,
  list as listSamlApplications,
  type StoredSamlApplication,
} from './saml-applications.repository.ts'
export { samlApplicationRoutes } from './saml-applications.routes.ts'
export { create as createSamlApplication } from './saml-applications.service.ts'
