import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

/** What a telephone call says. */
export const VoiceResponse = z
  .object({
    /** The whole text; the code stands in it digit by digit, twice. */
    message: z.string(),
    /** The language to read it in. */
    locale: z.string(),
  })
  .meta({ id: 'VoiceResponse' })

export const readVoiceResponse = endpoint({
  method: 'GET',
  path: '/api/web/v1/authentication/otp/voice/:responseId',
  actor: 'public',
  params: z.object({ responseId: z.string().min(20).max(100, abort) }),
  answer: VoiceResponse,
  errors: ['not_found'],
  audit: null,
  changesOnGet: true,
  limit: 'authenticate',
  api: 'authentication',
  catalogueId: 'get:web.v1.authentication.otp.voice.responseId',
  summary: 'What a call that carries a code has to say',
  description:
    'For providers that place a call and then ask what to say: the connector of voice hands them this address as `{{REQ.voiceUrl}}`. It is 32 random bytes, works once and no longer than the code; whoever comes second, or late, is told that there is nothing. The code comes again by the next call.',
})
