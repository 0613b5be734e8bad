import * as contract from '@signet/contract/settings/otpprovider'
import { routes } from '../../../kit/routes.ts'
import { otpConnectors } from './otp-provider.service.ts'
import { lentPrefix, ownPrefix } from './ways.ts'

export { carrierOf, lendersOf, ownWays } from './carriers.ts'
export { connectorNames, type Way } from './ways.ts'

const own = otpConnectors({
  prefix: ownPrefix,
  entity: 'SETTINGS',
  id: 'otpprovider',
  action: 'SETTINGS_UPDATED',
})

/** What a service provider lends its tenants. */
export const lentConnectors = otpConnectors({
  prefix: lentPrefix,
  entity: 'OTPPROVIDERS',
  id: 'otpproviders',
  action: 'PROVIDER_OTP_UPDATED',
})

export const otpProviderRoutes = routes(contract, {
  readOtpProvider: own.read,
  updateOtpProvider: (ctx, { body }) => own.update(ctx, body),
})
