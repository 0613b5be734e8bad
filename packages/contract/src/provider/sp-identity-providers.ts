import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams } from '../kit/schemas.ts'
import { ofSupport, TenantSupportGrant } from './support-grants.ts'

const switches = {
  /** Whether the provider offers it. */
  enabled: z.boolean(),
  /** False: the tenant has turned it off, whatever the provider offers. Only the tenant changes it. */
  allowed: z.boolean(),
} as const

/** The sign-in of a provider’s administrators on a tenant’s sign-in page, as the provider sees it. */
export const TenantSpIdentityProvider = z.object(switches).meta({ id: 'TenantSpIdentityProvider' })

export const TenantSpIdentityProviderInfo = z
  .object({
    ...switches,
    /** What the tenant’s sign-in page calls it: the company name of this provider. */
    name: z.string(),
    /** Where administrators begin: the tenant’s sign-in page. */
    publicUrl: z.string(),
    /** Where it leads them: a page of this provider’s console, which asks for two factors. */
    signInUrl: z.string(),
    /** The support grant under which a sign-in enters now; null: every sign-in is denied. */
    grant: TenantSupportGrant.nullable(),
  })
  .meta({ id: 'TenantSpIdentityProviderInfo' })

/** The same as the tenant sees it. */
export const SpIdentityProvider = z
  .object({
    ...switches,
    /** The company name of the service provider; null for a tenant without one. */
    provider: z.string().nullable(),
  })
  .meta({ id: 'SpIdentityProvider' })

const ofTenant = callsOn('TENANTS', { noun: 'tenant', tag: ofSupport.tag })
const { view, edit } = callsOn('SUPPORTGRANTS', ofSupport)
const tenantPath = '/api/web/v1/tenants/:id/spidentityprovider'
const path = '/api/web/v1/spidentityprovider'

const rules =
  'It gives no access by itself and creates no user. A sign-in verifies an administrator of the provider at the provider, with two factors and the permission to edit tenants, and enters the tenant under an active support grant (`authentication/serviceprovider/challenge` without `grantId`). Without such a grant it is denied (`support_grant_over`).'

export const readTenantSpIdentityProvider = endpoint({
  ...ofTenant.view,
  path: tenantPath,
  params: IdParams,
  answer: TenantSpIdentityProvider,
  errors: ['not_found'],
  summary: 'Get whether a tenant’s sign-in page offers this provider’s sign-in',
  description: rules,
})

export const updateTenantSpIdentityProvider = endpoint({
  ...ofTenant.edit,
  path: tenantPath,
  params: IdParams,
  body: TenantSpIdentityProvider.pick({ enabled: true }).meta({
    id: 'TenantSpIdentityProviderChange',
  }),
  answer: TenantSpIdentityProvider,
  sensitive: true,
  errors: ['not_found', 'tenant_in_deletion', 'precondition_failed'],
  audit: 'TENANT_SP_IDENTITY_PROVIDER_UPDATED',
  summary: 'Offer this provider’s sign-in on a tenant’s sign-in page, or remove it there',
  description: `${rules} Name and URL follow the provider. The super administrators of the tenant are notified by email, and both audit logs keep it.`,
})

export const readTenantSpIdentityProviderInfo = endpoint({
  ...ofTenant.view,
  path: '/api/web/v1/tenants/:id/spidentityproviderinfo',
  params: IdParams,
  answer: TenantSpIdentityProviderInfo,
  errors: ['not_found'],
  summary:
    'Get where a tenant’s sign-in page leads, and the support grant that a sign-in would use',
  description: 'The grant is the active one that was granted last.',
})

export const readSpIdentityProvider = endpoint({
  ...view,
  path,
  answer: SpIdentityProvider,
  errors: [],
  summary: 'Get whether the sign-in page offers the sign-in of the service provider',
  description: rules,
})

export const updateSpIdentityProvider = endpoint({
  ...edit,
  path,
  body: SpIdentityProvider.pick({ allowed: true }).meta({ id: 'SpIdentityProviderChange' }),
  answer: SpIdentityProvider,
  sensitive: true,
  errors: ['rights_not_held', 'precondition_failed'],
  audit: 'SUPPORTGRANT_SIGN_IN_UPDATED',
  summary: 'Turn the sign-in of the service provider off, or allow it again',
  description:
    'Turned off, the sign-in page no longer shows it and the provider cannot enable it. Only super administrators allow it again. Support grants stay as they are: end them to end access.',
})
