import * as contract from '@signet/contract/access/self-wechat'
import { type Context, signedInUser } from '../../../kit/context.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { weChat } from '../../authenticators/wechat/index.ts'
import { freshlyProven } from '../self-authenticators/index.ts'

const proven = (ctx: Context) => {
  const { id, name } = freshlyProven(ctx)
  return { id, name }
}

const selfWeChatRoutes = routes(contract, {
  readOwnWeChat: (ctx) => weChat.standing(ctx, signedInUser(ctx).id),
  linkOwnWeChat: (ctx) => weChat.begin(ctx, proven(ctx)),
  unlinkOwnWeChat: (ctx) => weChat.unlink(ctx, proven(ctx)),
})

export const selfWechatModule: Module = {
  routes: [selfWeChatRoutes],
}
