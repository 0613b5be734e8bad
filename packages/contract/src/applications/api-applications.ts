import { abort } from '@signet/rules/abort'
import { programTypes } from '@signet/rules/applications'
import { isIpOrCidr } from '@signet/rules/network'
import { radiusMethods } from '@signet/rules/radius'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

/** What a program may do that signs in with a secret of its own. */
export const ApiApplicationType = z.enum(programTypes).meta({ id: 'ApiApplicationType' })

/** What is said of every program. */
export const programFields = z.object({
  name: Line(100),
  description: z.string().trim().max(500, abort).default(''),
  enabled: z.boolean().default(true),
  /** Addresses and ranges it may call from; none: from anywhere. */
  addresses: z
    .array(z.string().trim().max(64, abort).refine(isIpOrCidr, 'ip_invalid'))
    .max(100, abort)
    .default([]),
  /** How long its session tokens last. */
  tokenTtlSeconds: z.int().min(300).max(43_200).default(3600),
})

export const ApiApplicationChange = programFields.strict().meta({ id: 'ApiApplicationChange' })

/** Its role says what it may do; no more than whoever saves it may do. */
export const AdminApiApplicationChange = programFields
  .extend({ roleId: Uuid })
  .strict()
  .meta({ id: 'AdminApiApplicationChange' })

export const ApiApplication = z
  .object({
    id: Uuid,
    applicationType: ApiApplicationType,
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    /** Of an Administration API application; null for the others, which hold no role. */
    roleId: z.string().nullable(),
    roleName: z.string().nullable(),
    /** Which of the product's own roles it is, called in the reader's language; null for the tenant's. */
    roleBuiltIn: z.string().nullable(),
    addresses: z.array(z.string()),
    tokenTtlSeconds: z.int(),
    /** Of one that stands before people: how they sign in; null as rules and the tenant’s flow say. */
    authenticationMethod: z.enum(radiusMethods).nullable(),
    /** Until then the former secret is taken beside the new one. */
    formerSecretEndsAt: Instant.nullable(),
    lastUsedAt: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'ApiApplication' })

export const ApiApplicationSecret = z
  .object({ application: ApiApplication, sharedSecret: z.string() })
  .meta({ id: 'ApiApplicationSecret' })

export const SharedSecretRequest = z
  .object({
    /** How long the former secret is taken beside the new one; 0 ends it and its sessions at once. */
    overlapHours: z.int().min(0).max(168).default(0),
  })
  .meta({ id: 'SharedSecretRequest' })

const path = '/api/web/v1/applications'
const admin = { actor: 'admin', limit: 'change' } as const
const view = {
  actor: 'admin',
  needs: ['APPLICATIONS', 'VIEW'],
  limit: 'read',
  audit: null,
} as const
const changed = [
  'not_found',
  'application_exists',
  'rights_not_held',
  'precondition_failed',
] as const

const listOf = <const F extends string>(family: F, summary: string) =>
  endpoint({
    ...view,
    method: 'GET',
    path: `${path}/${family}`,
    answer: z.array(ApiApplication),
    errors: [],
    summary,
    description: 'At most 1,000.',
  })

const createOf = <const F extends string, const B extends z.ZodType>(
  family: F,
  body: B,
  told: { readonly summary: string; readonly description: string },
) =>
  endpoint({
    ...admin,
    needs: ['APPLICATIONS', 'ADD'],
    method: 'POST',
    path: `${path}/${family}`,
    body,
    answer: ApiApplicationSecret,
    sensitive: true,
    errors: [
      'application_exists',
      'held_statement_broken',
      'rights_not_held',
      'role_not_found',
      'step_up_required',
    ],
    audit: 'APPLICATION_CREATED',
    reveals: ['sharedSecret'],
    ...told,
  })

const readOf = <const F extends string>(family: F, summary: string) =>
  endpoint({
    ...view,
    method: 'GET',
    path: `${path}/${family}/:id`,
    params: IdParams,
    answer: ApiApplication,
    errors: ['not_found'],
    summary,
  })

const updateOf = <const F extends string, const B extends z.ZodType>(
  family: F,
  body: B,
  summary: string,
) =>
  endpoint({
    ...admin,
    needs: ['APPLICATIONS', 'EDIT'],
    method: 'PUT',
    path: `${path}/${family}/:id`,
    params: IdParams,
    body,
    answer: ApiApplication,
    sensitive: true,
    errors: [...changed, 'held_statement_broken', 'role_not_found', 'step_up_required'],
    audit: 'APPLICATION_UPDATED',
    summary,
    description:
      'What it may do before and after the change has to be within what the caller may do.',
  })

const deleteOf = <const F extends string>(family: F, summary: string) =>
  endpoint({
    ...admin,
    needs: ['APPLICATIONS', 'REMOVE'],
    method: 'DELETE',
    path: `${path}/${family}/:id`,
    params: IdParams,
    answer: noContent,
    ordinary: 'withdrawal',
    errors: ['not_found', 'precondition_failed'],
    audit: 'APPLICATION_DELETED',
    summary,
  })

const regenerateOf = <const F extends string>(family: F, summary: string) =>
  endpoint({
    ...admin,
    needs: ['APPLICATIONS', 'EDIT'],
    method: 'PUT',
    path: `${path}/${family}/regenerate/:id`,
    params: IdParams,
    body: SharedSecretRequest,
    answer: ApiApplicationSecret,
    sensitive: true,
    errors: ['not_found', 'rights_not_held', 'step_up_required'],
    audit: 'APPLICATION_SECRET_GENERATED',
    reveals: ['sharedSecret'],
    summary,
    description: 'The secret is shown in this answer and never again.',
  })

const secretOnce = 'The shared secret is shown in this answer and never again.'

export const listAdminApiApplications = listOf(
  'adminapi',
  'Administration API applications, by name',
)
export const createAdminApiApplication = createOf('adminapi', AdminApiApplicationChange, {
  summary: 'Add an application that calls the administration API in its own name',
  description: `It may do what its role permits. ${secretOnce}`,
})
export const readAdminApiApplication = readOf('adminapi', 'One Administration API application')
export const updateAdminApiApplication = updateOf(
  'adminapi',
  AdminApiApplicationChange,
  'Change an Administration API application',
)
export const deleteAdminApiApplication = deleteOf(
  'adminapi',
  'Remove an Administration API application; its sessions end at once',
)
export const regenerateAdminApiSecret = regenerateOf(
  'adminapi',
  'Give an Administration API application a new shared secret',
)

export const listAuthApiApplications = listOf('authapi', 'Authentication API applications, by name')
export const createAuthApiApplication = createOf('authapi', ApiApplicationChange, {
  summary: 'Add an application that verifies people with their authenticators',
  description: `Its session opens the verification calls of the authentication API and nothing else. ${secretOnce}`,
})
export const readAuthApiApplication = readOf('authapi', 'One Authentication API application')
export const updateAuthApiApplication = updateOf(
  'authapi',
  ApiApplicationChange,
  'Change an Authentication API application',
)
export const deleteAuthApiApplication = deleteOf(
  'authapi',
  'Remove an Authentication API application; its sessions end at once',
)
export const regenerateAuthApiSecret = regenerateOf(
  'authapi',
  'Give an Authentication API application a new shared secret',
)

export const listSiemApplications = listOf('siem', 'SIEM applications, by name')
export const createSiemApplication = createOf('siem', ApiApplicationChange, {
  summary: 'Add an application that collects the audit events',
  description: `Its session opens the list of audit events for collectors and nothing else. ${secretOnce}`,
})
export const readSiemApplication = readOf('siem', 'One SIEM application')
export const updateSiemApplication = updateOf(
  'siem',
  ApiApplicationChange,
  'Change a SIEM application',
)
export const deleteSiemApplication = deleteOf(
  'siem',
  'Remove a SIEM application; its sessions end at once',
)
export const regenerateSiemSecret = regenerateOf(
  'siem',
  'Give a SIEM application a new shared secret',
)

export const listIdgApplications = listOf('idg', 'Identity gateway applications, by name')
export const createIdgApplication = createOf('idg', ApiApplicationChange, {
  summary: 'Add an identity gateway',
  description: `It stands before applications that know no sign-in of their own, and asks for the people who come to them: their password, and the verification calls. Its session opens these and nothing else. ${secretOnce}`,
})
export const readIdgApplication = readOf('idg', 'One identity gateway application')
export const updateIdgApplication = updateOf(
  'idg',
  ApiApplicationChange,
  'Change an identity gateway application',
)
export const deleteIdgApplication = deleteOf(
  'idg',
  'Remove an identity gateway application; its sessions end at once',
)
export const regenerateIdgSecret = regenerateOf(
  'idg',
  'Give an identity gateway application a new shared secret',
)

export const listIssuanceApiApplications = listOf(
  'issuanceapi',
  'Issuance API applications, by name',
)
export const createIssuanceApiApplication = createOf('issuanceapi', ApiApplicationChange, {
  summary: 'Add an application that enrolls people on cards',
  description: `Its session opens the enrollment calls of the issuance API, for all groups, and nothing else. ${secretOnce}`,
})
export const readIssuanceApiApplication = readOf('issuanceapi', 'One Issuance API application')
export const updateIssuanceApiApplication = updateOf(
  'issuanceapi',
  ApiApplicationChange,
  'Change an Issuance API application',
)
export const deleteIssuanceApiApplication = deleteOf(
  'issuanceapi',
  'Remove an Issuance API application; its sessions end at once',
)
export const regenerateIssuanceApiSecret = regenerateOf(
  'issuanceapi',
  'Give an Issuance API application a new shared secret',
)

export const authenticateAdminApi = endpoint({
  actor: 'public',
  method: 'POST',
  path: '/api/web/v1/adminapi/authenticate',
  body: z
    .object({ applicationId: Uuid, sharedSecret: z.string().min(1).max(200, abort) })
    .meta({ id: 'ApiApplicationCredential' }),
  answer: z
    .object({
      /** Sent as `Authorization: Bearer <token>` with every call. */
      authToken: z.string(),
      creationTime: Instant,
      expirationTime: Instant,
    })
    .meta({ id: 'ApiApplicationToken' }),
  errors: ['invalid_user_response'],
  audit: 'APPLICATION_AUTHENTICATED',
  limit: 'authenticate',
  summary: 'Open a session of an application with its shared secret',
  description:
    'For Administration API, Authentication API, Issuance API, identity gateway and SIEM applications, and for agents. An unknown application, a wrong secret, one that is switched off and a call from an address it may not call from are answered alike; the audit log has the reason. The token ends with the application, when it is switched off, and with a new secret without overlap.',
})
