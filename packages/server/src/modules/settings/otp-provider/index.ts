import * as contract from '@signet/contract/settings/otpprovider'
import { routes } from '../../../kit/routes.ts'
import { read, update } from './otp-provider.service.ts'

export { connectorNames } from './otp-provider.service.ts'

export const otpProviderRoutes = routes(contract, {
  readOtpProvider: read,
  updateOtpProvider: (ctx, { body }) => update(ctx, body),
})
