import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { about, readCredential, testCredential, updateCredential } from './credential-calls.ts'
import { serviceEndpointFamily } from './service-endpoint.ts'

export const managementPlatformFamily = serviceEndpointFamily(
  'management-platform',
  'ManagementPlatform',
)

const at = {
  entity: 'SPMANAGEMENTPLATFORM',
  path: '/api/web/v1/serviceprovider/managementplatform',
  catalogueId: 'web.v1.serviceprovider.managementplatform',
} as const

export const readManagementPlatform = readCredential(managementPlatformFamily, {
  ...at,
  catalogueId: `get:${at.catalogueId}`,
  summary: 'Get the management platform of this provider',
})

export const updateManagementPlatform = updateCredential(managementPlatformFamily, {
  ...at,
  catalogueId: `put:${at.catalogueId}`,
  summary: 'Change the management platform of this provider',
  description:
    'The system in which the provider manages its customers, and by what it is called. Providers below this one inherit it (`…/managementplatform/effective`). The service calls it for the test only; to send it events, add a webhook.',
})

const { catalogueId: _catalogueId, ...beside } = at

export const testManagementPlatform = testCredential(
  z.object({}).meta({ id: 'ManagementPlatformTest' }),
  {
    ...beside,
    path: `${at.path}/test`,
    summary: 'Call the management platform once with the stored credentials',
    description: '`GET` of the URL; an answer of 2xx is accepted.',
  },
)

export const readEffectivePlatform = endpoint({
  about,
  actor: 'provider',
  method: 'GET',
  path: `${at.path}/effective`,
  needs: [at.entity, 'VIEW'],
  limit: 'read',
  answer: z
    .object({
      /** The closest provider that has a platform, from this one up; null where none has. */
      providerName: z.string().nullable(),
      url: z.string().nullable(),
    })
    .meta({ id: 'EffectivePlatform' }),
  errors: [],
  audit: null,
  summary: 'The management platform in use: that of this provider, or an inherited one',
})
