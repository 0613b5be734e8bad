import { isDeepStrictEqual } from 'node:util'
import { ResourceId, ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { readOwner } from '../../authenticators/owners/index.ts'
import { listDecisions, type StoredDecision } from './decisions.repository.ts'
import { judge } from './judging.ts'

const Recorded = z.object({
  resource: ResourceId.default('USER_PORTAL'),
  flow: z.string().nullable().default(null),
  classes: z
    .object({ asked: z.array(z.string()), reached: z.string().nullable() })
    .default({ asked: [], reached: null }),
})

/** By rules, with all that they were judged from. */
const Judged = Recorded.extend({
  facts: z.custom<Parameters<typeof judge>[0]>((facts) => typeof facts === 'object'),
  own: z.array(ResourceRuleDefinition.extend({ id: z.uuid(), name: z.string() })),
  judgement: z.custom<ReturnType<typeof judge>>((told) => typeof told === 'object'),
})

/** By what an application asked for alone. */
const Unruled = Recorded.extend({
  address: z.string().nullable(),
  country: z.string().nullable(),
})

const byRules = ({ facts, own, judgement }: z.output<typeof Judged>) => ({
  rule: judgement.rule,
  rules: judgement.rules.map(({ strict: _strict, flowId: _flowId, factors, ...rule }) => ({
    ...rule,
    factors: [...factors],
  })),
  address: facts.address,
  country: facts.place?.country ?? null,
  engines: Object.values(facts.engines ?? {}).map(({ riskFactors, ...answer }) => ({
    ...answer,
    riskFactors: [...riskFactors],
  })),
  reproduced: isDeepStrictEqual(judge(facts, own), judgement),
})

const withoutRules = ({ address, country }: z.output<typeof Unruled>) => ({
  rule: null,
  rules: [],
  address,
  country,
  engines: [],
  reproduced: true,
})

/** What was decided, and whether the record leads to it again. */
const present = ({ id, decided_at, outcome, level, record }: StoredDecision) => {
  const { resource, flow, classes } = Recorded.parse(record)
  const told =
    'facts' in record ? byRules(Judged.parse(record)) : withoutRules(Unruled.parse(record))
  return {
    id,
    decidedAt: decided_at,
    resourceId: resource,
    outcome,
    level,
    flow,
    askedAcrs: classes.asked,
    reachedAcr: classes.reached,
    ...told,
  }
}

/** @throws user_not_found */
export const explain = async (ctx: Context, userId: string) => {
  const owner = await readOwner(ctx, userId)
  return (await listDecisions(ctx, owner.id)).map(present)
}
