export { weChat } from './wechat.service.ts'
