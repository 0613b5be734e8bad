import {
  type Flow,
  firstFactorKinds,
  flowOutcomes,
  secondFactorKinds,
  secondFactorNeeds,
  secondFactorSkips,
  standardFlow,
} from '@signet/rules/flows'
import { loginFlowTypes } from '@signet/rules/sign-in'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { type Reading, rows } from '../../settings/families/index.ts'
import { listFlows } from './flows.repository.ts'

const Published = z.object({
  flows: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      isDefault: z.boolean(),
      acrs: z.array(z.string()),
      outcome: z.enum(flowOutcomes),
      loginType: z.enum(loginFlowTypes),
      firstFactors: z.array(z.enum(firstFactorKinds)),
      secondFactor: z.enum(secondFactorNeeds),
      secondFactors: z.array(z.enum(secondFactorKinds)),
      skipSecondFactor: z.enum(secondFactorSkips),
    }),
  ),
})

/** The flows as sign-ins read them: without a statement of their own, at most 1 s stale. */
const row = rows.published('authenticationflows', Published)

/** A flow as a sign-in walks it. */
export interface WalkedFlow extends Flow {
  /** Null for the standard flow of a tenant that has changed none yet. */
  readonly id: string | null
  readonly name: string
  /** Names of the authentication context classes that it reaches. */
  readonly acrs: readonly string[]
}

interface PublishedFlow extends WalkedFlow {
  readonly id: string
  readonly isDefault: boolean
}

export const unchangedFlow: WalkedFlow = {
  id: null,
  name: 'Standard sign-in',
  acrs: [],
  ...standardFlow,
}

/** Every flow of the tenant as it stands in the database, those that it came with, too. */
export const storedFlows = async (ctx: Context): Promise<readonly PublishedFlow[]> =>
  (await listFlows(ctx)).map((flow) => ({
    id: flow.id,
    name: flow.name,
    isDefault: flow.is_default,
    acrs: flow.acrs.map(({ name }) => name),
    outcome: flow.outcome,
    loginType: flow.login_type,
    firstFactors: flow.first_factors,
    secondFactor: flow.second_factor,
    secondFactors: flow.second_factors,
    skipSecondFactor: flow.skip_second_factor,
  }))

/** One change of the flows at a time; sign-ins see it with its commit. */
export const changing = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  row.change(ctx, work, async (ctx) => ({
    flows: (await storedFlows(ctx)).map((flow) => Published.shape.flows.element.parse(flow)),
  }))

/** All flows of the tenant; none while it has changed none of those that it came with. */
export const publishedFlows = async (ctx: Reading): Promise<readonly PublishedFlow[]> =>
  (await row.read(ctx))?.flows ?? []
