export { certificateOf, expectKey } from './certificates.ts'
export { readProvider } from './read-metadata.ts'
export {
  find as findSamlApplication,
  findSeveral as findSamlApplications,
  list as listSamlApplications,
  listByEntityId as listSamlApplicationsByEntityId,
  type StoredSamlApplication,
} from './saml-applications.repository.ts'
export { create as createSamlApplication } from './saml-applications.service.ts'
export {
  defaultSource as defaultNameIdSource,
  newSettings as newSamlSettings,
} from './saml-settings.ts'
