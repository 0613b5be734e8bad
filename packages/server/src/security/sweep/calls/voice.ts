import { exchangeVoiceToken, registerVoiceAssistant } from '@signet/contract/issuance/voice'
import { z } from 'zod'
import { buildAdmin } from '../../../../testing/builders.ts'
import type { World } from '../world.ts'

const Code = z.object({ code: z.string() })

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })

/** Somebody who has begun to link an assistant, with what its code is exchanged by. */
export const withCode = async ({ test, ctx, keep }: World) => {
  const { token: as } = await buildAdmin(ctx)
  const registered = await test.call(registerVoiceAssistant, { as })
  const code = keep(Code.parse(registered.body).code)
  return { as, query: { grant_type: 'authorization_code', code } }
}

/** A user whose assistant is linked and has come back once. */
export const withAssistant = async (world: World) => {
  const { as, query } = await withCode(world)
  const given = async (asked: object) => {
    const { body } = await world.test.call(exchangeVoiceToken, { query: asked })
    const { access_token, refresh_token } = Tokens.parse(body)
    world.keep(access_token)
    return world.keep(refresh_token)
  }
  await given({ grant_type: 'refresh_token', refresh_token: await given(query) })
  return { as }
}
