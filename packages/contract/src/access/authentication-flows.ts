import { abort } from '@signet/rules/abort'
import {
  firstFactorKinds,
  flowFaults,
  flowOutcomes,
  secondFactorKinds,
  secondFactorNeeds,
  secondFactorSkips,
} from '@signet/rules/flows'
import { authenticationMethodIds, loginFlowTypes } from '@signet/rules/sign-in'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'

/** With those that came with the service. */
export const mostAuthenticationFlows = 100

const steps = {
  /** DENY: nobody gets in by it, whatever they prove. */
  outcome: z.enum(flowOutcomes),
  loginType: z.enum(loginFlowTypes),
  /** Alternatives, preferred first. */
  firstFactors: z.array(z.enum(firstFactorKinds)).max(firstFactorKinds.length, abort),
  /** WHEN_HELD: of whoever has one of them. Administrators always prove two factors. */
  secondFactor: z.enum(secondFactorNeeds),
  /** Alternatives, preferred first; empty for NONE. */
  secondFactors: z.array(z.enum(secondFactorKinds)).max(secondFactorKinds.length, abort),
  /** What spares the second factor; administrators it spares nothing. */
  skipSecondFactor: z.enum(secondFactorSkips),
}

export const AuthenticationFlow = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string().nullable(),
    /** It came with the service: its steps stay as they are, and it cannot be deleted. */
    system: z.boolean(),
    /** Which of the methods a system flow is; null for the standard one and for all others. */
    method: z.enum(authenticationMethodIds).nullable(),
    ...steps,
    /** Authentication context classes that a sign-in by it reaches. */
    acrs: z.array(z.object({ id: Uuid, name: z.string() })),
    /** Everybody signs in by it for whom nothing else is said; one flow is. */
    default: z.boolean(),
    updatedAt: Instant,
    /** The number in this flow's ETag. */
    version: z.int(),
  })
  .meta({ id: 'AuthenticationFlow' })

export const AuthenticationFlowChange = z
  .object({
    name: Line(100),
    description: z.string().trim().max(500, abort).nullable().default(null),
    ...steps,
    outcome: steps.outcome.default('ADMIT'),
    secondFactors: steps.secondFactors.default([]),
    skipSecondFactor: steps.skipSecondFactor.default('NEVER'),
    acrIds: z.array(Uuid).max(100, abort).default([]),
    default: z.boolean().default(false),
  })
  .superRefine((flow, context) => {
    for (const { field, message } of flowFaults(flow)) {
      context.addIssue({ code: 'custom', path: [field], message })
    }
  })
  .meta({ id: 'AuthenticationFlowChange' })

const path = '/api/web/v2/authenticationflows'
const { view, add, edit, remove } = callsOn('CONTEXTRULES')

export const listAuthenticationFlows = endpoint({
  ...view,
  path,
  answer: z.array(AuthenticationFlow),
  errors: [],
  summary: 'Authentication flows: those of the service first, then by name',
  description: `At most ${mostAuthenticationFlows}.`,
})

export const readAuthenticationFlow = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: AuthenticationFlow,
  errors: ['authentication_flow_not_found'],
  summary: 'One authentication flow',
})

export const createAuthenticationFlow = endpoint({
  ...add,
  path,
  body: AuthenticationFlowChange,
  answer: AuthenticationFlow,
  sensitive: true,
  errors: [
    'held_statement_broken',
    'acr_not_found',
    'authentication_flow_default',
    'authentication_flow_exists',
    'authentication_flow_limit_reached',
    'administrator_locked_out',
    'no_administrator_left',
  ],
  audit: 'AUTHENTICATION_FLOW_CREATED',
  summary: 'Add an authentication flow',
  description:
    'A clone is made by sending what another flow holds, under a name of its own. A default flow that none of the super administrators could walk, who could walk the one before, is refused.',
})

export const updateAuthenticationFlow = endpoint({
  ...edit,
  path: `${path}/:id`,
  params: IdParams,
  body: AuthenticationFlowChange,
  answer: AuthenticationFlow,
  sensitive: true,
  errors: [
    'held_statement_broken',
    'acr_not_found',
    'authentication_flow_default',
    'authentication_flow_exists',
    'administrator_locked_out',
    'no_administrator_left',
    'authentication_flow_not_found',
    'authentication_flow_system',
    'precondition_failed',
  ],
  audit: 'AUTHENTICATION_FLOW_UPDATED',
  summary: 'Change an authentication flow',
  description:
    'Sign-ins under way go on by what it says now. Of a system flow only `acrIds` and `default` change. `default: true` takes the place of the flow that was it; that one cannot be given up otherwise.',
})

export const deleteAuthenticationFlow = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: IdParams,
  sensitive: true,
  errors: [
    'held_statement_broken',
    'authentication_flow_default',
    'authentication_flow_not_found',
    'authentication_flow_system',
    'administrator_locked_out',
    'no_administrator_left',
    'precondition_failed',
    'used_by_rule',
  ],
  audit: 'AUTHENTICATION_FLOW_DELETED',
  summary: 'Delete an authentication flow that no rule names',
})
