import { systemFlows } from '@signet/rules/flows'
import { foldName } from '@signet/rules/text'
import type { Context } from '../../../kit/context.ts'
import { insertFlows } from './flows.repository.ts'

/** The flows of a new tenant. */
export const insertSystemFlows = (ctx: Context): Promise<void> =>
  insertFlows(
    ctx,
    systemFlows.map((flow) => ({
      id: ctx.platform.ids.uuid(),
      name: flow.name,
      name_key: foldName(flow.name),
      description: null,
      system: true,
      method: flow.method,
      outcome: flow.outcome,
      login_type: flow.loginType,
      first_factors: [...flow.firstFactors],
      second_factor: flow.secondFactor,
      second_factors: [...flow.secondFactors],
      skip_second_factor: flow.skipSecondFactor,
      is_default: flow.method === null,
    })),
  )
