import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
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

/** One connector a way: left out it stays, null takes it away. */
export const OtpProviderChange = z
  .object({ sms: Given, voice: Given, messenger: Given })
  .strict()
  .meta({ id: 'OtpProviderChange' })

const { view, edit } = callsOn('SETTINGS')

export const readOtpProvider = endpoint({
  ...view,
  path,
  answer: OtpProvider,
  errors: [],
  catalogueId: 'get:web.v1.settings.otpprovider',
  summary: 'The providers that carry codes by SMS, voice and messenger',
})

export const updateOtpProvider = endpoint({
  ...edit,
  path,
  body: OtpProviderChange,
  answer: OtpProvider,
  sensitive: true,
  errors: ['rights_not_held', 'precondition_failed'],
  audit: 'SETTINGS_UPDATED',
  catalogueId: 'put:web.v1.settings.otpprovider',
  summary: 'Change the providers of codes',
  description:
    'A connector left out stays; null takes one away. Another URL or way of proof takes the secret away that is not given with it. Where codes go and what they are sent with takes a super administrator; timeouts and the reading of answers do not.',
})
