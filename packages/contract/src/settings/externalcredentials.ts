import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
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

const { view, edit } = callsOn('SETTINGS')

export const readExternalCredentialSettings = endpoint({
  ...view,
  path,
  params,
  answer: ExternalCredentialSettings,
  errors: [],
  catalogueId: 'get:web.v1.settings.externalcredentials.type',
  summary: 'Who judges external authenticators of a type',
})

export const updateExternalCredentialSettings = endpoint({
  ...edit,
  path,
  params,
  body: z
    .object({ connector: connectorFor('EXTERNAL').nullable() })
    .strict()
    .meta({ id: 'ExternalCredentialSettingsChange' }),
  answer: ExternalCredentialSettings,
  sensitive: true,
  errors: ['held_statement_broken', 'rights_not_held', 'precondition_failed'],
  audit: 'SETTINGS_UPDATED',
  catalogueId: 'put:web.v1.settings.externalcredentials.type',
  summary: 'Change who judges external authenticators of a type',
  description:
    'Only an answer of status 200 with every value that is named lets in. Another URL or way of proof takes the secret away that is not given with it.',
})
