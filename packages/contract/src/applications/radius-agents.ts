import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { crudAt } from '../kit/crud-at.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'

export const mostRadiusAgents = 50

/** A process of the tenant's own network that speaks RADIUS and asks this service. */
export const RadiusAgent = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    credentialCreatedAt: Instant,
    /** Until when the credential before this one is taken; null where none is. */
    formerCredentialUntil: Instant.nullable(),
    /** When it last asked for its applications; null until it has. */
    lastSeenAt: Instant.nullable(),
    /** As it says itself. */
    version: z.string().nullable(),
    /** What it refused by itself lately, at most ten kinds, the newest first. */
    faults: z.array(
      z.object({
        reason: z.string(),
        /** Its name; null for a client of no application. */
        application: z.string().nullable(),
        clientAddress: z.string(),
        count: z.int(),
        lastAt: Instant,
      }),
    ),
    createdAt: Instant,
  })
  .meta({ id: 'RadiusAgent' })

export const RadiusAgentChange = z
  .object({
    name: Line(100),
    description: z.string().trim().max(500, abort).default(''),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'RadiusAgentChange' })

export const RadiusAgentCredential = z
  .object({ agent: RadiusAgent, credential: z.string() })
  .meta({ id: 'RadiusAgentCredential' })

const path = '/api/web/v1/agents/radius'
const { add, edit } = callsOn('AGENTS')
const { list, read, update, remove } = crudAt(path, {
  entity: 'AGENTS',
  answer: RadiusAgent,
  action: 'RADIUS_AGENT',
  missing: 'not_found',
  taken: 'name_exists',
})

export const listRadiusAgents = endpoint({
  ...list,
  summary: 'RADIUS agents, by name',
  description: `At most ${mostRadiusAgents}.`,
})

export const createRadiusAgent = endpoint({
  ...add,
  path,
  body: RadiusAgentChange,
  answer: RadiusAgentCredential,
  sensitive: true,
  errors: ['name_exists'],
  audit: 'RADIUS_AGENT_CREATED',
  reveals: ['credential'],
  location: '/api/web/v1/agents/radius/:agent.id',
  summary: 'Register a RADIUS agent',
  description: 'The credential is shown in this answer and never again.',
})

export const readRadiusAgent = endpoint({ ...read, summary: 'One RADIUS agent' })

export const updateRadiusAgent = endpoint({
  ...update,
  body: RadiusAgentChange,
  sensitive: true,
  summary: 'Change a RADIUS agent; one that is disabled is refused at once',
})

export const deleteRadiusAgent = endpoint({
  ...remove,
  ordinary: 'withdrawal',
  errors: ['not_found', 'precondition_failed', 'used_elsewhere'],
  summary: 'Remove a RADIUS agent; its credential ends at once',
  description: 'Refused while an application names it; the refusal says which.',
})

export const renewRadiusCredential = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/:id/credential`,
  params: IdParams,
  answer: RadiusAgentCredential,
  sensitive: true,
  audit: 'RADIUS_AGENT_CREDENTIAL_RENEWED',
  reveals: ['credential'],
  errors: ['not_found'],
  summary: 'Give a RADIUS agent a new credential',
  description:
    'The former one is taken for 24 hours more, or until the new one is used; disable the agent to end both at once.',
})
