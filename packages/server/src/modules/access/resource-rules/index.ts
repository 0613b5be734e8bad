import * as contract from '@signet/contract/access/resource-rules'
import { routes } from '../../../kit/routes.ts'
import { explain } from './explaining.ts'
import { expectAllGroups, listOf, resourceRules } from './resource-rules.service.ts'
import { listResources } from './resources.ts'

export { type Decided, decideAccess, keepAsked, rulesOf } from './deciding.ts'
export { insertDefaultRules, resourceRules } from './resource-rules.service.ts'

export const resourceRuleRoutes = routes(contract, {
  listResourceRules: resourceRules.list,
  listRuleResources: listResources,
  listResourceRulesOf: (ctx, { params }) => listOf(ctx, params.id),
  readResourceRule: (ctx, { params }) => resourceRules.read(ctx, params.id),
  createResourceRule: (ctx, { body }) => resourceRules.create(ctx, body),
  updateResourceRule: (ctx, { params, body }) => resourceRules.change(ctx, params.id, body),
  deleteResourceRule: (ctx, { params }) => resourceRules.remove(ctx, params.id, expectAllGroups),
  listAccessDecisions: (ctx, { params }) => explain(ctx, params.userid),
})

export { NamedRule, Plan, Plans } from './replay-plans.ts'
export { openReplay, type Replay } from './replay-thread.ts'
