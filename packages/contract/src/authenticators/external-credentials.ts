import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
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

const { view, edit } = callsOn('USERS')

export const readExternalCredential = endpoint({
  ...view,
  path,
  params,
  query: z.object({ userId: Uuid }),
  answer: UserExternalCredential,
  errors: ['user_not_found'],
  summary: 'A user’s external authenticator of a type',
})

export const assignExternalCredential = endpoint({
  ...edit,
  method: 'POST',
  path,
  params,
  body: z
    .object({ userId: Uuid, credential: Line(200).nullable() })
    .meta({ id: 'ExternalCredentialAssignment' }),
  answer: UserExternalCredential,
  ordinary: 'authenticatorWork',
  errors: ['held_statement_broken', 'user_not_found', 'rights_not_held'],
  audit: 'EXTERNAL_CREDENTIAL_ASSIGNED',
  summary: 'Give a user an external authenticator, or take it away',
  description: 'null takes it away (audited as EXTERNAL_CREDENTIAL_REMOVED).',
})
