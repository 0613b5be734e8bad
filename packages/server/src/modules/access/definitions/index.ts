export { listAll as listDefinitions } from './definitions.repository.ts'
export { definitionsOf, expectUnused, faultAt } from './definitions.service.ts'
