import { exchangeVoiceToken, registerVoiceAssistant } from '@signet/contract/issuance/voice'
import { z } from 'zod'
import { buildAdmin } from '../../../testing/builders.ts'
import type { Scenarios, World } from '../world.ts'

const Code = z.object({ code: z.string() })
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })

/** Somebody whose assistant is linked, with its refresh token. */
const withAssistant = async ({ test, ctx, keep }: World) => {
  const { token: as } = await buildAdmin(ctx)
  const registered = await test.call(registerVoiceAssistant, { as })
  const code = keep(Code.parse(registered.body).code)
  const query = { grant_type: 'authorization_code', code }
  const { body } = await test.call(exchangeVoiceToken, { query })
  const { access_token, refresh_token } = Tokens.parse(body)
  keep(access_token)
  return { as, refresh_token: keep(refresh_token) }
}

/** A voice assistant that somebody links with themself. */
export const voiceScenarios: Scenarios = {
  exchangeVoiceToken: async (world) => {
    const { refresh_token } = await withAssistant(world)
    return { query: { grant_type: 'refresh_token', refresh_token } }
  },
  deleteVoiceRegistration: async (world) => ({ as: (await withAssistant(world)).as }),
  askVoice: () => ({ query: { action: 'STATUS' } }),
}
