import * as contract from '@signet/contract/authenticators/otps'
import { routes } from '../../../kit/routes.ts'
import { listTexts } from '../text-messages/index.ts'
import { createForUser } from './user-otps.service.ts'

export const otpRoutes = routes(contract, {
  createOtp: (ctx, { body }) => createForUser(ctx, body),
  listTextMessages: (ctx, { body }) => listTexts(ctx, body),
})
