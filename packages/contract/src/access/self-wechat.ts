import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent } from '../kit/schemas.ts'

const own = { actor: 'user', tab: 'AUTHENTICATORS', path: '/api/web/v1/self/wechat' } as const

export const readOwnWeChat = endpoint({
  ...own,
  method: 'GET',
  answer: z
    .object({
      /** Whether an account may be linked here. */
      enabled: z.boolean(),
      /** Since when one is linked; null without one. */
      linkedDate: Instant.nullable(),
    })
    .meta({ id: 'OwnWeChat' }),
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'Whether an own WeChat account receives codes',
})

export const linkOwnWeChat = endpoint({
  ...own,
  method: 'POST',
  answer: z
    .object({
      /** To be opened within WeChat, as QR code; good once, until the time that is told. */
      url: z.string(),
      expiryDate: Instant,
    })
    .meta({ id: 'WeChatLink' }),
  errors: ['authenticator_not_provisioned', 'step_up_required'],
  audit: 'WECHAT_LINK_STARTED',
  limit: 'change',
  reveals: ['weChatState'],
  summary: 'Begin to link the own WeChat account',
})

export const unlinkOwnWeChat = endpoint({
  ...own,
  method: 'DELETE',
  answer: noContent,
  errors: ['not_found', 'step_up_required'],
  audit: 'WECHAT_UNLINKED',
  limit: 'change',
  summary: 'Have no more codes sent to the own WeChat account',
})
