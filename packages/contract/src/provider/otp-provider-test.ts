import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { HttpConnectorTest, HttpConnectorTestResult } from '../settings/http-connectors.ts'
import { about } from './credential-calls.ts'

const { edit } = callsOn('OTPPROVIDERS', { ...about, noun: 'tenant' })

export const testOtpProviders = endpoint({
  ...edit,
  method: 'POST',
  path: '/api/web/v1/serviceprovider/otpproviders/test',
  body: HttpConnectorTest,
  answer: HttpConnectorTestResult,
  ordinary: 'trial',
  errors: [],
  audit: 'HTTP_CONNECTOR_TESTED',
  limit: 'heavy',
  summary: 'Call a connector for codes once with given values',
  description:
    'As `POST /api/web/v1/settings/httpconnectors/test`, with `use` `OTP` and one of the connectors that tenants inherit as `saved` (`provider-otp-sms`, `provider-otp-voice`, `provider-otp-messenger`).',
})
