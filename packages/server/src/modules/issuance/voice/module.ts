import * as contract from '@signet/contract/issuance/voice'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { ask, listForVoice } from './asking.service.ts'
import { exchange, readRegistration, register, unregister } from './linking.service.ts'

export const voiceModule: Module = {
  routes: [
    routes(contract, {
      registerVoiceAssistant: (ctx, { query }) => register(ctx, query),
      exchangeVoiceToken: (ctx, { query }) => exchange(ctx, query),
      readVoiceRegistration: (ctx) => readRegistration(ctx),
      deleteVoiceRegistration: (ctx) => unregister(ctx),
      readVoicePrinters: (ctx) => listForVoice(ctx),
      askVoice: (ctx, { query }) => ask(ctx, query),
    }),
  ],
  kept: {
    'voice_links.code_until': 'the end of a code, not of the link',
  },
  secretColumns: ['voice_links.code_hash', 'voice_links.former_hash', 'voice_links.refresh_hash'],
}
