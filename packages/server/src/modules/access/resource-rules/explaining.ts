import { isDeepStrictEqual } from 'node:util'
import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { readOwner } from '../../authenticators/owners/index.ts'
import { listDecisions, type StoredDecision } from './decisions.repository.ts'
import { judge } from './judging.ts'

const Recorded = z.object({
  facts: z.custom<Parameters<typeof judge>[0]>((facts) => typeof facts === 'object'),
  own: z.array(ResourceRuleDefinition.extend({ id: z.uuid(), name: z.string() })),
  judgement: z.custom<ReturnType<typeof judge>>((told) => typeof told === 'object'),
})

/** What was decided, and whether the record leads to it again. */
const present = ({ id, decided_at, record }: StoredDecision) => {
  const { facts, own, judgement } = Recorded.parse(record)
  const { address, place, engines = {} } = facts
  return {
    id,
    decidedAt: decided_at,
    outcome: judgement.outcome,
    level: judgement.level,
    rule: judgement.rule,
    rules: judgement.rules.map(({ strict: _strict, factors, ...rule }) => ({
      ...rule,
      factors: [...factors],
    })),
    address,
    country: place?.country ?? null,
    engines: Object.values(engines).map(({ riskFactors, ...answer }) => ({
      ...answer,
      riskFactors: [...riskFactors],
    })),
    reproduced: isDeepStrictEqual(judge(facts, own), judgement),
  }
}

/** @throws user_not_found */
export const explain = async (ctx: Context, userId: string) => {
  const owner = await readOwner(ctx, userId)
  return (await listDecisions(ctx, owner.id)).map(present)
}
