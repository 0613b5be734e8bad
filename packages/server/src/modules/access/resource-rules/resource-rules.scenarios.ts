import { creating, freshName, onRow, onUser } from '../../../security/sweep/calls/risk.ts'
import { anyGroup } from '../../../security/sweep/id-rows.ts'
import { buildDecision, buildResourceRule, openRule } from '../../../security/sweep/risk-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const opening = (world: World) => ({ name: freshName(world), ...openRule() })

export const scenarios: SubjectScenarios = {
  calls: {
    listResourceRulesOf: () => ({ params: { id: 'USER_PORTAL' } }),
    readResourceRule: onRow(buildResourceRule),
    createResourceRule: creating(opening),
    updateResourceRule: onRow(buildResourceRule, opening),
    deleteResourceRule: onRow(buildResourceRule),
    listDecisions: async ({ ctx }) => ({ body: { id: await buildDecision(ctx) } }),
    readDecision: onRow(buildDecision),
    evaluateDecision: onRow(buildDecision),
    listAccessDecisions: onUser(),
  },
  ids: [
    {
      under: '/api/web/v2/resourcerules/',
      build: async ({ ctx }) => ({ id: await buildResourceRule(ctx) }),
    },
    {
      under: '/api/web/v1/accessdecisions/',
      build: async ({ ctx }) => ({ id: await buildDecision(ctx) }),
    },
  ],
  bodyIds: {
    listDecisions: { build: ({ ctx }) => buildDecision(ctx), body: (id) => ({ id }) },
    createResourceRule: { build: anyGroup, body: (id) => ({ name: id, ...openRule([id]) }) },
    // Their ids stand beside one in the path: tried with the module's own tests.
    updateResourceRule: null,
  },
  alteredBy: {
    listRuleResources: ['createOidcApplication'],
    listAccessDecisions: ['deleteUser'],
    listResourceRulesOf: ['createResourceRule'],
  },
  shownIn: {
    evaluateDecision: 'modules/access/resource-rules/access-decisions.test.ts',
    readDecision: 'modules/access/resource-rules/access-decisions.test.ts',
    listDecisions: 'modules/access/resource-rules/access-decisions.test.ts',
  },
}
