import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'

const Short = z.string().max(200, abort)

/** What WeChat calls its callback with: one set when it makes sure of the server, another for a person. */
export const WeChatCallbackQuery = z.object({
  signature: Short.optional(),
  timestamp: Short.optional(),
  nonce: Short.optional(),
  echostr: Short.optional(),
  code: Short.optional(),
  state: Short.optional(),
})

export const answerWeChat = endpoint({
  actor: 'public',
  whileLocked: true,
  method: 'GET',
  path: '/api/web/v1/oauth/callback/wechat',
  query: WeChatCallbackQuery,
  answer: z.string(),
  produces: 'text/plain',
  errors: ['access_denied', 'invalid_parameters', 'service_unavailable'],
  audit: 'WECHAT_LINKED',
  limit: 'authenticate',
  catalogueId: 'get:web.v1.oauth.callback.wechat',
  summary: 'Where WeChat makes sure of the server, and leads people back who have agreed',
  description:
    'With `echostr` it is answered where `signature` is that of the token, `timestamp` and `nonce`. With `code` and `state` the account is linked to the user who began that in the portal, and a sentence says so.',
})
