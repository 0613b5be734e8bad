import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { about, readCredential, testCredential, updateCredential } from './credential-calls.ts'
import { serviceEndpointFamily } from './service-endpoint.ts'

export const pkiaasFamily = serviceEndpointFamily('pkiaas', 'PkiaasCredentials')

const at = {
  entity: 'PKIAASCREDENTIALS',
  path: '/api/web/v1/serviceprovider/pkiaascredentials',
} as const

export const readPkiaasCredentials = readCredential(pkiaasFamily, {
  ...at,
  summary: 'Get the PKIaaS credentials that tenants inherit',
})

export const updatePkiaasCredentials = updateCredential(pkiaasFamily, {
  ...at,
  summary: 'Change the PKIaaS credentials that tenants inherit',
  description:
    'The service that issues certificates for the tenants of this provider, and by what it is called. `GET /api/web/v1/pkiaas` tells a tenant which service it inherits; certificates are not issued through it yet.',
})

export const testPkiaasCredentials = testCredential(z.object({}).meta({ id: 'PkiaasTest' }), {
  ...at,
  path: `${at.path}/test`,
  summary: 'Call the PKIaaS service once with the stored credentials',
  description: '`GET` of the URL; an answer of 2xx is accepted. Nothing is issued.',
})

export const readInheritedPkiaas = endpoint({
  about,
  actor: 'admin',
  method: 'GET',
  path: '/api/web/v1/pkiaas',
  needs: ['SETTINGS', 'VIEW'],
  limit: 'read',
  answer: z
    .object({
      /** Whether a service provider lends a service. */
      available: z.boolean(),
      /** The closest service provider that does. */
      providerName: z.string().nullable(),
      url: z.string().nullable(),
    })
    .meta({ id: 'InheritedPkiaas' }),
  errors: [],
  audit: null,
  summary: 'The PKIaaS service that this tenant inherits from a service provider',
})
