import * as contract from '@signet/contract/authenticators/wechat'
import * as family from '@signet/contract/settings/wechat'
import { day, type Module } from '../../../kit/module.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { sealedSettingsOf } from '../../settings/families/index.ts'
import { expectParty } from '../../settings/vouching/index.ts'
import { weChat } from './wechat.service.ts'

const ofAccount = sealedSettingsOf(family.weChatFamily, {
  expecting: expectParty(family.weChatFamily, {
    fields: ['enabled', 'appId', 'apiUrl', 'authorizeUrl'],
    isUsed: ({ enabled }) => enabled,
  }),
})

const weChatRoutes: readonly Route[] = [
  ...routes(family, {
    readWeChatSettings: ofAccount.read,
    updateWeChatSettings: ofAccount.update,
  }),
  ...routes(contract, { answerWeChat: (ctx, { query }) => weChat.callback(ctx, query) }),
]

export const wechatModule: Module = {
  routes: [weChatRoutes],
  retention: [{ table: 'wechat_links', column: 'expires_at', graceMillis: day }],
  secretColumns: ['wechat_links.state_hash'],
}
