import * as definitionRows from './definitions.repository.ts'

export { insert as insertDefinition } from './definitions.repository.ts'
export {
  definitionsOf,
  expectUnused,
  faultAt,
  orNotFound,
  refusingDuplicates,
} from './definitions.service.ts'
export { entryFlowId } from './entry-flow.ts'
export { published as publishedRules, publishing } from './published-rules.ts'
export { definitionRows }
