import { day, type Module } from '../../../kit/module.ts'
import { weChatRoutes } from './index.ts'

export const wechatModule: Module = {
  routes: [weChatRoutes],
  retention: [{ table: 'wechat_links', column: 'expires_at', graceMillis: day }],
  secretColumns: ['wechat_links.state_hash'],
}
