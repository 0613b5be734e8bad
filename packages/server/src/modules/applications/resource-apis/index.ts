export {
  apisNamed,
  findResources,
  type ProtectedApi,
  resourceScopeNames,
} from './protected-apis.repository.ts'
export { create as createResourceApi } from './resource-apis.service.ts'
export {
  create as createResourceScope,
  grant as grantClientCredentials,
} from './resource-scopes.service.ts'
