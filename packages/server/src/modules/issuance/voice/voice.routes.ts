import * as contract from '@signet/contract/issuance/voice'
import { routes } from '../../../kit/routes.ts'
import { ask, listForVoice } from './asking.service.ts'
import { exchange, readRegistration, register, unregister } from './linking.service.ts'

export const voiceRoutes = routes(contract, {
  registerVoiceAssistant: (ctx, { query }) => register(ctx, query),
  exchangeVoiceToken: (ctx, { query }) => exchange(ctx, query),
  readVoiceRegistration: (ctx) => readRegistration(ctx),
  deleteVoiceRegistration: (ctx) => unregister(ctx),
  readVoicePrinters: (ctx) => listForVoice(ctx),
  askVoice: (ctx, { query }) => ask(ctx, query),
})
