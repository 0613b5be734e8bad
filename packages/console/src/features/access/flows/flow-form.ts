import { AuthenticationFlowChange } from '@signet/contract/access/authentication-flows'
import { standardFlow } from '@signet/rules/flows'
import type { z } from 'zod'
import type { Flow } from './flows.queries.ts'

export const FlowForm = AuthenticationFlowChange
export type TypedFlow = z.input<typeof FlowForm>

/** A flow as the form holds it. */
export const typedFlow = (flow: Flow): TypedFlow => ({
  name: flow.name,
  description: flow.description,
  outcome: flow.outcome,
  loginType: flow.loginType,
  firstFactors: [...flow.firstFactors],
  secondFactor: flow.secondFactor,
  secondFactors: [...flow.secondFactors],
  skipSecondFactor: flow.skipSecondFactor,
  acrIds: flow.acrs.map(({ id }) => id),
  default: flow.default,
})

/** A copy to be given a name; nobody's default. */
export const clonedFlow = (flow: Flow): TypedFlow => ({
  ...typedFlow(flow),
  name: '',
  default: false,
})

export const emptyFlow: TypedFlow = {
  ...standardFlow,
  firstFactors: ['PASSWORD'],
  secondFactor: 'ALWAYS',
  secondFactors: ['FIDO', 'TOKENPUSH', 'TOKEN', 'GRID'],
  skipSecondFactor: 'NEVER',
  name: '',
  description: null,
  acrIds: [],
  default: false,
}
