import { abort } from '@signet/rules/abort'
import { areUnique } from '@signet/rules/lists'
import { providerEntityTypes } from '@signet/rules/permissions'
import { z } from 'zod'
import {
  authenticateAdminApi,
  programFields,
  SharedSecretRequest,
} from '../applications/api-applications.ts'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Uuid } from '../kit/schemas.ts'
import { about } from './credential-calls.ts'

const ProviderPermission = z
  .object({
    entityType: z.enum(providerEntityTypes),
    view: z.boolean(),
    add: z.boolean(),
    edit: z.boolean(),
    remove: z.boolean(),
  })
  .meta({ id: 'ProviderPermission' })

export const ProviderClientChange = programFields
  .extend({
    /** What it may do, on the entities of service providers only. Those left out permit nothing. */
    permissions: z
      .array(ProviderPermission)
      .max(providerEntityTypes.length, abort)
      .refine(
        (permissions) => areUnique(permissions.map(({ entityType }) => entityType)),
        'names an entity type twice',
      )
      .default([]),
  })
  .strict()
  .meta({ id: 'ProviderClientChange' })

export const ProviderClient = z
  .object({
    /** The client ID, with which it authenticates. */
    id: Uuid,
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    permissions: z.array(ProviderPermission),
    addresses: z.array(z.string()),
    tokenTtlSeconds: z.int(),
    /** Until then the previous secret is accepted beside the new one. */
    formerSecretEndsAt: Instant.nullable(),
    lastUsedAt: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'ProviderClient' })

export const ProviderClientSecret = ProviderClient.extend({
  /** Shown in this answer and never again. */
  clientSecret: z.string(),
}).meta({ id: 'ProviderClientSecret' })

const ofClients = { ...about, noun: 'client' }
const { view, add, edit, remove } = callsOn('SPCLIENTCREDENTIALS', ofClients)
const path = '/api/web/v1/serviceprovider/clientcredentials'
const catalogue = 'web.v1.serviceprovider.clientcredentials'
const one = { path: `${path}/:id`, params: IdParams } as const
const secretOnce = 'The client secret is shown in this answer and never again; its hash is stored.'
const within = 'You can grant only permissions you have.'

export const listProviderClients = endpoint({
  ...view,
  path,
  answer: z.array(ProviderClient),
  errors: [],
  catalogueId: `get:${catalogue}`,
  summary: 'List the client credentials of this provider by name',
  description: 'At most 1,000.',
})

export const createProviderClient = endpoint({
  ...add,
  path,
  body: ProviderClientChange,
  answer: ProviderClientSecret,
  sensitive: true,
  errors: ['name_exists', 'rights_not_held'],
  audit: 'PROVIDER_CLIENT_CREATED',
  reveals: ['clientSecret'],
  location: one.path,
  versioned: true,
  catalogueId: `post:${catalogue}`,
  summary: 'Create client credentials for a program that calls the API of this provider',
  description: `${secretOnce} ${within}`,
})

export const readProviderClient = endpoint({
  ...view,
  ...one,
  answer: ProviderClient,
  errors: ['not_found'],
  catalogueId: `get:${catalogue}.id`,
  summary: 'Get client credentials, without the secret',
})

export const updateProviderClient = endpoint({
  ...edit,
  ...one,
  body: ProviderClientChange,
  answer: ProviderClient,
  sensitive: true,
  errors: ['not_found', 'name_exists', 'rights_not_held', 'precondition_failed'],
  audit: 'PROVIDER_CLIENT_UPDATED',
  catalogueId: `put:${catalogue}.id`,
  summary: 'Change client credentials',
  description: `Sessions have the new permissions with their next call; disabling ends them. ${within}`,
})

export const deleteProviderClient = endpoint({
  ...remove,
  ...one,
  ordinary: 'withdrawal',
  errors: ['not_found', 'precondition_failed'],
  audit: 'PROVIDER_CLIENT_DELETED',
  catalogueId: `delete:${catalogue}.id`,
  summary: 'Delete client credentials',
  description: 'Its sessions end.',
})

export const rotateProviderClientSecret = endpoint({
  ...edit,
  path: `${path}/:id/secret`,
  params: IdParams,
  body: SharedSecretRequest,
  answer: ProviderClientSecret,
  sensitive: true,
  errors: ['not_found', 'rights_not_held', 'precondition_failed'],
  audit: 'PROVIDER_CLIENT_SECRET_GENERATED',
  reveals: ['clientSecret'],
  summary: 'Replace the client secret',
  description: secretOnce,
})

export const authenticateProviderClient = endpoint({
  about: ofClients,
  actor: 'public',
  method: 'POST',
  path: `${path}/authenticate`,
  body: z
    .object({ clientId: Uuid, clientSecret: z.string().min(1).max(200, abort) })
    .meta({ id: 'ProviderClientCredential' }),
  answer: authenticateAdminApi.answer,
  errors: ['invalid_user_response'],
  audit: 'PROVIDER_CLIENT_AUTHENTICATED',
  limit: 'authenticate',
  summary: 'Open a session of a program of this provider with its client credentials',
  description:
    'An unknown client, a wrong secret, a disabled client and a call from an address it may not call from are answered alike; the audit log has the reason. The token ends with the client, when it is disabled, and with a new secret without overlap.',
})
