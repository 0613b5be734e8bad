import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { connectorFor, HttpConnector } from './http-connectors.ts'

/** Kinds of authenticators that another service judges. */
export const externalCredentialTypes = ['OTP'] as const
export const ExternalCredentialType = z
  .enum(externalCredentialTypes)
  .meta({ id: 'ExternalCredentialType' })

const path = '/api/web/v1/settings/externalcredentials/:type'
const params = z.object({ type: ExternalCredentialType })

export const ExternalCredentialSettings = z
  .object({
    /** Who judges the answers; null: nobody, and no such authenticator counts. */
    connector: HttpConnector.nullable(),
  })
  .meta({ id: 'ExternalCredentialSettings' })

export const readExternalCredentialSettings = endpoint({
  method: 'GET',
  path,
  params,
  actor: 'admin',
  needs: ['SETTINGS', 'VIEW'],
  answer: ExternalCredentialSettings,
  errors: [],
  audit: null,
  limit: 'read',
  catalogueId: 'get:web.v1.settings.externalcredentials.type',
  summary: 'Who judges external authenticators of a type',
})

export const updateExternalCredentialSettings = endpoint({
  method: 'PUT',
  path,
  params,
  actor: 'admin',
  needs: ['SETTINGS', 'EDIT'],
  body: z
    .object({ connector: connectorFor('EXTERNAL').nullable() })
    .strict()
    .meta({ id: 'ExternalCredentialSettingsChange' }),
  answer: ExternalCredentialSettings,
  sensitive: true,
  errors: ['rights_not_held', 'precondition_failed'],
  audit: 'SETTINGS_UPDATED',
  limit: 'change',
  catalogueId: 'put:web.v1.settings.externalcredentials.type',
  summary: 'Change who judges external authenticators of a type',
  description:
    'Only an answer of status 200 with every value that is named lets in. Another URL or way of proof takes the secret away that is not given with it.',
})
