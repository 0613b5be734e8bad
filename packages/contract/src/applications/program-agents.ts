import { abort } from '@signet/rules/abort'
import { isIpOrCidr } from '@signet/rules/network'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Uuid } from '../kit/schemas.ts'

/** The process that runs with the secret of a gateway or a collector. */
export const ProgramAgent = z
  .object({
    /** Of the application that it runs for. */
    id: Uuid,
    name: z.string(),
    /** One that is stopped opens no session, and has none. */
    enabled: z.boolean(),
    addresses: z.array(z.string()),
    openSessions: z.int(),
    /** Of its newest session; null before the first. */
    lastAddress: z.string().nullable(),
    /** What it calls itself, in its newest session. */
    software: z.string().nullable(),
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'ProgramAgent' })

export const ProgramAgentChange = z
  .object({
    enabled: z.boolean(),
    /** Addresses and ranges it may run at; none: anywhere. */
    addresses: z
      .array(z.string().trim().max(64, abort).refine(isIpOrCidr, 'ip_invalid'))
      .max(100, abort),
  })
  .strict()
  .meta({ id: 'ProgramAgentChange' })

const path = '/api/web/v1/agents'
const kept = 'Its name, lifetime and secret are the application’s and stay.'

const readOf = <const F extends string>(family: F, summary: string) =>
  endpoint({
    actor: 'admin',
    needs: ['AGENTS', 'VIEW'],
    method: 'GET',
    path: `${path}/${family}/:id`,
    params: IdParams,
    answer: ProgramAgent,
    errors: ['not_found'],
    audit: null,
    limit: 'read',
    summary,
    description: 'The id is the application’s.',
  })

const updateOf = <const F extends string>(family: F, summary: string) =>
  endpoint({
    actor: 'admin',
    needs: ['AGENTS', 'EDIT'],
    method: 'PUT',
    path: `${path}/${family}/:id`,
    params: IdParams,
    body: ProgramAgentChange,
    answer: ProgramAgent,
    sensitive: true,
    errors: ['not_found', 'rights_not_held', 'precondition_failed', 'step_up_required'],
    audit: 'APPLICATION_UPDATED',
    limit: 'change',
    summary,
    description: kept,
  })

export const readIdgAgent = readOf('idg', 'How the agent of an identity gateway is doing')
export const updateIdgAgent = updateOf(
  'idg',
  'Stop the agent of an identity gateway, let it run again, or say where it may run',
)
export const readSiemAgent = readOf('siem', 'How the agent of a SIEM application is doing')
export const updateSiemAgent = updateOf(
  'siem',
  'Stop the agent of a SIEM application, let it run again, or say where it may run',
)
