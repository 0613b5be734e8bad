import * as decisions from '@signet/contract/access/access-decisions'
import * as contract from '@signet/contract/access/resource-rules'
import { routes } from '../../../kit/routes.ts'
import { evaluateOne, listPage, readOne } from './decision-lists.ts'
import { explain } from './explaining.ts'
import { expectAllGroups, listNamed, listOf, resourceRules } from './resource-rules.service.ts'
import { listResources } from './resources.ts'

export { type Decided, decideAccess, foresee, keepAsked, keepRefused, rulesOf } from './deciding.ts'
export { insertDefaultRules, resourceRules } from './resource-rules.service.ts'

const ruleRoutes = routes(contract, {
  listResourceRules: (ctx, { query }) => listNamed(ctx, query),
  listRuleResources: listResources,
  listResourceRulesOf: (ctx, { params }) => listOf(ctx, params.id),
  readResourceRule: (ctx, { params }) => resourceRules.read(ctx, params.id),
  createResourceRule: (ctx, { body }) => resourceRules.create(ctx, body),
  updateResourceRule: (ctx, { params, body }) => resourceRules.change(ctx, params.id, body),
  deleteResourceRule: (ctx, { params }) => resourceRules.remove(ctx, params.id, expectAllGroups),
})

const decisionRoutes = routes(decisions, {
  listDecisions: (ctx, { body }) => listPage(ctx, body),
  readDecision: (ctx, { params }) => readOne(ctx, params.id),
  evaluateDecision: (ctx, { params }) => evaluateOne(ctx, params.id),
  listAccessDecisions: (ctx, { params }) => explain(ctx, params.userid),
})

/** Rules, and what came of them. */
export const resourceRuleRoutes = [...ruleRoutes, ...decisionRoutes]

export { Plan, Plans } from './replay-plans.ts'
export { openReplay } from './replay-thread.ts'
