import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, noContent } from '../kit/schemas.ts'

export const SessionToken = z
  .object({
    /** A signed JWT (ES256). With `cnf` it is sent as `Authorization: DPoP`, else as Bearer. */
    token: z.string(),
    userId: z.string(),
    /** Epoch milliseconds of issue and end. */
    time: z.number(),
    expires: z.number(),
    stepUpAuthExpiry: z.number(),
  })
  .meta({ id: 'SessionToken' })

export const AuthenticationSession = z
  .object({
    jwt: SessionToken,
    startTime: z.number(),
    expiryTime: z.number(),
    isAuthenticatedJwt: z.boolean(),
    machineNonce: z.string().nullable(),
    sequenceNonce: z.string().nullable(),
    organizationId: z.string().nullable(),
    updateProfile: z.boolean(),
    isStepAuth: z.boolean(),
    usedSmartLogin: z.boolean(),
    idpAuthenticationFailed: z.boolean(),
    stepUpAuthExpiry: z.number(),
  })
  .meta({ id: 'AuthenticationSession' })

export const SessionSummary = z
  .object({
    id: z.string(),
    current: z.boolean(),
    kind: z.enum(['web', 'api', 'voice']),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: Instant,
    lastSeenAt: Instant,
    expiresAt: Instant,
    amr: z.array(z.string()),
  })
  .meta({ id: 'SessionSummary' })

const access = { actor: 'user', limit: 'read', errors: [], tab: 'DEVICES' } as const

export const listOwnSessions = endpoint({
  ...access,
  method: 'GET',
  path: '/api/web/v1/self/sessions',
  answer: z.array(SessionSummary),
  audit: null,
  summary: 'The sessions in which this user is signed in',
})

export const endOwnSession = endpoint({
  ...access,
  method: 'DELETE',
  path: '/api/web/v1/self/sessions/:id',
  params: IdParams,
  answer: noContent,
  errors: ['not_found'],
  limit: 'change',
  audit: 'SESSION_ENDED',
  summary: 'End one session of this user',
})

export const endOwnSessions = endpoint({
  ...access,
  method: 'DELETE',
  path: '/api/web/v1/self/sessions',
  answer: noContent,
  limit: 'change',
  audit: 'SESSIONS_ENDED',
  summary: 'Sign out everywhere: ends every session, this one too',
})
