export { insert as insertDefinition } from './definitions.repository.ts'
export { definitionsOf, expectUnused, faultAt } from './definitions.service.ts'
export { published as publishedRules } from './published-rules.ts'
