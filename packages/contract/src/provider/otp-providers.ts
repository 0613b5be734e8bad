import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams } from '../kit/schemas.ts'
import { OtpProvider, OtpProviderChange } from '../settings/otpprovider.ts'
import { about } from './credential-calls.ts'

export const otpSources = ['OWN', 'INHERITED', 'NONE'] as const

const OtpWay = z
  .object({
    /** `OWN`: the tenant’s connector; `INHERITED`: that of a service provider above it. */
    source: z.enum(otpSources),
    /** The service provider whose connector is used; null for any other source. */
    providerName: z.string().nullable(),
  })
  .meta({ id: 'OtpWay' })

/** What carries the codes of a tenant to telephones. */
export const TenantOtpProvider = z
  .object({
    /** Whether connectors of service providers are used where the tenant has none of its own. */
    inherited: z.boolean(),
    sms: OtpWay,
    voice: OtpWay,
    messenger: OtpWay,
  })
  .meta({ id: 'TenantOtpProvider' })

const { view, edit } = callsOn('OTPPROVIDERS', { ...about, noun: 'tenant' })
const path = '/api/web/v1/serviceprovider/otpproviders'

export const readOtpProviders = endpoint({
  ...view,
  path,
  answer: OtpProvider,
  errors: [],
  summary: 'Get the SMS/voice providers that tenants inherit',
  description: 'Secrets are never answered: `secretPresent` says whether one is stored.',
})

export const updateOtpProviders = endpoint({
  ...edit,
  path,
  body: OtpProviderChange,
  answer: OtpProvider,
  sensitive: true,
  errors: ['rights_not_held', 'precondition_failed'],
  audit: 'PROVIDER_OTP_UPDATED',
  summary: 'Change the SMS/voice providers that tenants inherit',
  description:
    'They carry the codes of each tenant of this provider that has no connector of its own for the way, and of this provider itself. A provider closer to the tenant comes first. A connector left out stays; null removes one. Another URL or authentication clears the secret that is not given with it. Where codes go and what they are sent with takes a super administrator.',
})

const ofTenant = {
  path: '/api/web/v1/tenants/:id/otpprovider',
  params: IdParams,
  answer: TenantOtpProvider,
} as const

export const readTenantOtpProvider = endpoint({
  ...view,
  ...ofTenant,
  errors: ['not_found'],
  summary: 'Get what carries the codes of a tenant: its own connectors, or inherited ones',
  description: 'Connectors of the tenant itself are not shown, only whether there is one.',
})

export const updateTenantOtpProvider = endpoint({
  ...edit,
  ...ofTenant,
  body: z
    .object({
      /** False: codes of the tenant go by its own connectors only. */
      inherited: z.boolean(),
    })
    .meta({ id: 'TenantOtpProviderChange' }),
  sensitive: true,
  errors: ['not_found', 'precondition_failed'],
  audit: 'TENANT_OTP_PROVIDER_UPDATED',
  summary: 'Let a tenant inherit SMS/voice providers, or use its own only',
  description:
    'Tenants below a tenant that inherits none get none from further above, either. The tenant’s audit log has the change, too.',
})
