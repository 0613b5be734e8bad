export { weChatRoutes } from './wechat.routes.ts'
export { weChat } from './wechat.service.ts'
