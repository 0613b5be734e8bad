import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { RolePermission } from '../identity/roles.ts'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Uuid } from '../kit/schemas.ts'
import { AuthenticationSession } from '../tenancy/sessions.ts'
import {
  mostListedSupportGrants,
  ofSupport,
  SupportGrant,
  SupportReason,
  TenantSupportGrant,
} from './support-grants.ts'

const { view, edit } = callsOn('TENANTS', ofSupport)
const path = '/api/web/v4/tenants/:tenantid/supportgrants'
const params = z.object({ tenantid: Uuid })
const oneParams = params.extend({ id: Uuid })

export const listTenantSupportGrants = endpoint({
  ...view,
  path,
  params,
  answer: z.array(TenantSupportGrant),
  errors: ['not_found'],
  summary: 'Support grants of a tenant of this provider, the newest first',
  description: `At most ${mostListedSupportGrants}.`,
})

export const requestTenantSupport = endpoint({
  ...edit,
  method: 'POST',
  path,
  params,
  body: z.object({ reason: SupportReason }).meta({ id: 'SupportGrantRequest' }),
  answer: TenantSupportGrant,
  sensitive: true,
  errors: ['not_found', 'limit_reached'],
  audit: 'SUPPORTGRANT_REQUESTED',
  summary: 'Ask a tenant for access',
  description:
    'Its super administrators get the reason by email and decide for how long and with which rights. A request expires after seven days.',
})

export const endTenantSupport = endpoint({
  ...edit,
  path: `${path}/:id/end`,
  params: oneParams,
  answer: TenantSupportGrant,
  ordinary: 'withdrawal',
  errors: ['not_found'],
  audit: 'SUPPORTGRANT_ENDED',
  summary: 'End a support grant, or withdraw a request',
  description: 'The sessions under it end in the same moment. Ended twice changes nothing.',
})

export const SupportChallenge = z
  .object({
    /** Opens one session at the tenant’s URL, within two minutes. */
    challenge: z.string(),
    expiresAt: Instant,
    /** Where to complete it: the public URL of the tenant. */
    publicUrl: z.string(),
  })
  .meta({ id: 'SupportChallenge' })

const authentication = '/api/web/v1/authentication/serviceprovider'

export const createSupportChallenge = endpoint({
  ...edit,
  method: 'POST',
  path: `${authentication}/challenge`,
  body: z
    .object({
      tenantId: Uuid,
      /** Left out: the tenant’s sign-in page has led here. The active grant that was granted last is used. */
      grantId: Uuid.optional(),
    })
    .meta({ id: 'SupportChallengeRequest' }),
  answer: SupportChallenge,
  sensitive: true,
  errors: ['not_found', 'support_grant_over', 'sp_identity_provider_disabled'],
  audit: 'SUPPORTGRANT_CHALLENGED',
  reveals: ['supportChallenge'],
  api: 'authentication',
  summary: 'Prove an administrator of the provider, to enter a tenant under a support grant',
  description:
    'The caller must have proven two factors in this session, the second one within the last five minutes (`step_up_required` otherwise). The challenge is completed once, at the tenant’s URL. Without `grantId` the tenant’s service provider identity provider must be on (`sp_identity_provider_disabled` otherwise). For a signed-in user, not for an API application.',
})

export const completeSupportChallenge = endpoint({
  method: 'POST',
  path: `${authentication}/complete`,
  actor: 'public',
  about: ofSupport,
  body: z
    .object({ challenge: z.string().min(20).max(100, abort) })
    .meta({ id: 'SupportChallengeCompletion' }),
  answer: AuthenticationSession,
  errors: ['no_transaction', 'support_grant_over', 'account_locked'],
  audit: 'SUPPORTGRANT_ENTERED',
  limit: 'authenticate',
  api: 'authentication',
  summary: 'Enter a tenant under a support grant',
  description:
    'Answers a session with the rights of the grant, bound to the key of the DPoP proof that comes with the call. It ends with the grant, and after an hour at the latest; it cannot be renewed. Administration calls alone are open to it, and no call that shows a secret. Sensitive calls are open for five minutes; then a new challenge is needed. The audit log of the tenant names the provider, not its administrator.',
})

/** What a provider may see and do in the tenant that it has entered. */
export const SupportSession = SupportGrant.pick({
  id: true,
  provider: true,
  reason: true,
  rights: true,
  roleName: true,
  endsAt: true,
})
  .extend({
    groupManagement: z.enum(['ALL', 'SOME']),
    /** What the grant permits now; entity types that are left out permit nothing. */
    permissions: z.array(RolePermission),
  })
  .meta({ id: 'SupportSession' })

export const readSupportSession = endpoint({
  method: 'GET',
  path: `${authentication}/session`,
  actor: 'user',
  forSupport: true,
  about: ofSupport,
  answer: z
    .object({
      /** The grant of this session; null for the session of a user. */
      grant: SupportSession.nullable(),
    })
    .meta({ id: 'SupportSessionState' }),
  errors: [],
  audit: null,
  limit: 'read',
  api: 'authentication',
  summary: 'The support grant under which this session was opened',
  description:
    'The console of a tenant shows by it what a provider may see. When the grant has ended, the session has too (401).',
})
