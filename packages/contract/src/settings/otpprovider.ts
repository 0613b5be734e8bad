import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { connectorFor, HttpConnector } from './http-connectors.ts'

const path = '/api/web/v1/settings/otpprovider'

/** Who carries codes to telephones: one connector for each way; null where there is none. */
export const OtpProvider = z
  .object({
    sms: HttpConnector.nullable(),
    voice: HttpConnector.nullable(),
    messenger: HttpConnector.nullable(),
  })
  .meta({ id: 'OtpProvider' })

const Given = connectorFor('OTP').nullable().optional()

export const readOtpProvider = endpoint({
  method: 'GET',
  path,
  actor: 'admin',
  needs: ['SETTINGS', 'VIEW'],
  answer: OtpProvider,
  errors: [],
  audit: null,
  limit: 'read',
  catalogueId: 'get:web.v1.settings.otpprovider',
  summary: 'The providers that carry codes by SMS, voice and messenger',
})

export const updateOtpProvider = endpoint({
  method: 'PUT',
  path,
  actor: 'admin',
  needs: ['SETTINGS', 'EDIT'],
  body: z
    .object({ sms: Given, voice: Given, messenger: Given })
    .strict()
    .meta({ id: 'OtpProviderChange' }),
  answer: OtpProvider,
  sensitive: true,
  errors: ['precondition_failed'],
  audit: 'SETTINGS_UPDATED',
  limit: 'change',
  catalogueId: 'put:web.v1.settings.otpprovider',
  summary: 'Change the providers of codes',
  description:
    'A connector left out stays; null takes one away. Another URL or way of proof takes the secret away that is not given with it.',
})
