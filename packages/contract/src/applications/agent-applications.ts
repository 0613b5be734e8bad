import { agentTypes } from '@signet/rules/applications'
import { radiusMethods } from '@signet/rules/radius'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'
import {
  ApiApplication,
  ApiApplicationSecret,
  programFields,
  SharedSecretRequest,
} from './api-applications.ts'

/**
 * ISAPI: a filter of Internet Information Services. APACHE: a module of the Apache HTTP Server. ADFS:
 * an adapter of Active Directory Federation Services. FORGEROCK: a node of an authentication tree.
 * DESKTOP: a credential provider of workstations and servers.
 */
export const AgentType = z.enum(agentTypes).meta({ id: 'AgentType' })

export const AgentApplicationChange = programFields
  .extend({
    /** How people sign in; null as rules and the tenant’s flow say. */
    authenticationMethod: z.enum(radiusMethods).nullable().default(null),
  })
  .strict()
  .meta({ id: 'AgentApplicationChange' })

const path = '/api/web/v1/applications/agents/:applicationType'
const OfType = z.object({ applicationType: AgentType })
const One = OfType.extend({ id: Uuid })
const { view, add, edit, remove } = callsOn('APPLICATIONS')
const secretOnce = 'The shared secret is shown in this answer and never again.'

export const listAgentApplications = endpoint({
  ...view,
  path,
  params: OfType,
  answer: z.array(ApiApplication),
  errors: [],
  summary: 'Agents of one kind, by name',
  description: 'At most 1,000.',
})

export const createAgentApplication = endpoint({
  ...add,
  path,
  params: OfType,
  body: AgentApplicationChange,
  answer: ApiApplicationSecret,
  sensitive: true,
  errors: ['application_exists', 'rights_not_held', 'step_up_required'],
  audit: 'APPLICATION_CREATED',
  reveals: ['sharedSecret'],
  location: '/api/web/v1/applications/agents/:applicationType/:application.id',
  summary: 'Add an agent that asks people to sign in where it stands',
  description: `With its secret it opens a session (adminapi/authenticate), which opens the calls of authentication/applications and nothing else. Sign-ins through it are judged by the rules about it, or by those of the portal where it has none. ${secretOnce}`,
})

export const readAgentApplication = endpoint({
  ...view,
  path: `${path}/:id`,
  params: One,
  answer: ApiApplication,
  errors: ['not_found'],
  summary: 'One agent',
})

export const updateAgentApplication = endpoint({
  ...edit,
  path: `${path}/:id`,
  params: One,
  body: AgentApplicationChange,
  answer: ApiApplication,
  sensitive: true,
  errors: [
    'not_found',
    'application_exists',
    'rights_not_held',
    'precondition_failed',
    'step_up_required',
  ],
  audit: 'APPLICATION_UPDATED',
  summary: 'Change an agent',
  description: 'One that is switched off loses its sessions at once.',
})

export const deleteAgentApplication = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: One,
  ordinary: 'withdrawal',
  errors: ['not_found', 'precondition_failed'],
  audit: 'APPLICATION_DELETED',
  summary: 'Remove an agent, its sessions, and the rules about it',
})

export const regenerateAgentSecret = endpoint({
  ...edit,
  path: `${path}/:id/regenerate`,
  params: One,
  body: SharedSecretRequest,
  answer: ApiApplicationSecret,
  sensitive: true,
  errors: ['not_found', 'rights_not_held', 'step_up_required'],
  audit: 'APPLICATION_SECRET_GENERATED',
  reveals: ['sharedSecret'],
  summary: 'Give an agent a new shared secret',
  description: secretOnce,
})
