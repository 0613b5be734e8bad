import * as contract from '@signet/contract/authenticators/otps'
import * as voice from '@signet/contract/authenticators/voice-responses'
import { type Route, routes } from '../../../kit/routes.ts'
import { listTexts, takeVoiceResponse } from '../text-messages/index.ts'
import { createForUser } from './user-otps.service.ts'

export const otpRoutes: readonly Route[] = [
  ...routes(contract, {
    createOtp: (ctx, { body }) => createForUser(ctx, body),
    listTextMessages: (ctx, { body }) => listTexts(ctx, body),
  }),
  ...routes(voice, {
    readVoiceResponse: (ctx, { params }) => takeVoiceResponse(ctx, params.responseId),
  }),
]
