import { type Module } from '../../../kit/module.ts'
import { selfWeChatRoutes } from './self-wechat.routes.ts'

export const selfWechatModule: Module = {
  routes: [selfWeChatRoutes],
}
