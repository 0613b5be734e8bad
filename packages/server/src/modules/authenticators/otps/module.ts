import * as contract from '@signet/contract/authenticators/otps'
import * as voice from '@signet/contract/authenticators/voice-responses'
import { day, type Module } from '../../../kit/module.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { listTexts, takeVoiceResponse } from '../text-messages/index.ts'
import { createForUser } from './user-otps.service.ts'

const otpRoutes: readonly Route[] = [
  ...routes(contract, {
    createOtp: (ctx, { body }) => createForUser(ctx, body),
    listTextMessages: (ctx, { body }) => listTexts(ctx, body),
  }),
  ...routes(voice, {
    readVoiceResponse: (ctx, { params }) => takeVoiceResponse(ctx, params.responseId),
  }),
]

export const otpsModule: Module = {
  routes: [otpRoutes],
  retention: [{ table: 'otps', column: 'expires_at', graceMillis: day }],
  kept: {
    'otps.resend_after': 'swept by the code’s own end',
  },
  secretColumns: ['otps.code_hmac'],
}
