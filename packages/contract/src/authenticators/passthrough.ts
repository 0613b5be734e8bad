import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'
import { connectorFor, HttpConnector } from '../settings/http-connectors.ts'

const path = '/api/web/v1/passthrough'

/** Who judges the passwords of some of the users. */
export const Passthrough = z
  .object({
    id: Uuid,
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    /** Whose: members of any of these groups; empty: everybody’s. */
    groupIds: z.array(Uuid),
    connector: HttpConnector,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Passthrough' })

export const PassthroughChange = z
  .object({
    name: Line(100),
    description: z.string().trim().max(500, abort).default(''),
    enabled: z.boolean().default(true),
    groupIds: z.array(Uuid).max(100, abort).default([]),
    connector: connectorFor('PASSTHROUGH'),
  })
  .strict()
  .meta({ id: 'PassthroughChange' })

const { view, add, edit, remove } = callsOn('SETTINGS')

export const listPassthroughs = endpoint({
  ...view,
  path,
  answer: z.array(Passthrough),
  errors: [],
  summary: 'Passthrough definitions, by name',
  description: 'At most 50. The first one that has the user decides.',
})

export const readPassthrough = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: Passthrough,
  errors: ['not_found'],
  summary: 'One passthrough definition',
})

export const createPassthrough = endpoint({
  ...add,
  path,
  body: PassthroughChange,
  answer: Passthrough,
  sensitive: true,
  errors: ['held_statement_broken', 'rights_not_held'],
  audit: 'PASSTHROUGH_CREATED',
  summary: 'Add a passthrough definition',
  description:
    'The connector is sent `{{REQ.password}}`. Only an answer of status 200 with every value that is named lets in; anything else, no answer included, denies.',
})

export const updatePassthrough = endpoint({
  ...edit,
  path: `${path}/:id`,
  params: IdParams,
  body: PassthroughChange,
  answer: Passthrough,
  sensitive: true,
  errors: ['held_statement_broken', 'rights_not_held', 'not_found', 'precondition_failed'],
  audit: 'PASSTHROUGH_UPDATED',
  summary: 'Change a passthrough definition',
  description: 'Another URL or way of proof takes the secret away that is not given with it.',
})

export const deletePassthrough = endpoint({
  ...remove,
  path: `${path}/:id`,
  params: IdParams,
  sensitive: true,
  errors: ['not_found', 'precondition_failed'],
  audit: 'PASSTHROUGH_DELETED',
  summary: 'Delete a passthrough definition',
})

export const readOwnPassthrough = endpoint({
  method: 'GET',
  path: '/api/web/v1/self/users/passthrough',
  actor: 'user',
  answer: z.object({ passthrough: z.boolean() }).meta({ id: 'OwnPassthrough' }),
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'Whether another service judges this user’s password',
})
