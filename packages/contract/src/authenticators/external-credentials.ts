import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'
import { ExternalCredentialType } from '../settings/externalcredentials.ts'

const path = '/api/web/v1/externalcredentials/:type'
const params = z.object({ type: ExternalCredentialType })

export const ExternalCredential = z
  .object({
    userId: Uuid,
    type: ExternalCredentialType,
    /** By which the other service knows the authenticator. */
    credential: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'ExternalCredential' })

export const UserExternalCredential = z
  .object({
    credential: ExternalCredential.nullable(),
    /** Whether another service is set up that judges them: without one none counts. */
    judged: z.boolean(),
  })
  .meta({ id: 'UserExternalCredential' })

export const readExternalCredential = endpoint({
  method: 'GET',
  path,
  params,
  query: z.object({ userId: Uuid }),
  actor: 'admin',
  needs: ['USERS', 'VIEW'],
  answer: UserExternalCredential,
  errors: ['user_not_found'],
  audit: null,
  limit: 'read',
  summary: 'A user’s external authenticator of a type',
})

export const assignExternalCredential = endpoint({
  method: 'POST',
  path,
  params,
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  body: z
    .object({ userId: Uuid, credential: Line(200).nullable() })
    .meta({ id: 'ExternalCredentialAssignment' }),
  answer: UserExternalCredential,
  errors: ['user_not_found', 'rights_not_held'],
  audit: 'EXTERNAL_CREDENTIAL_ASSIGNED',
  limit: 'change',
  summary: 'Give a user an external authenticator, or take it away',
  description: 'null takes it away (audited as EXTERNAL_CREDENTIAL_REMOVED).',
})
