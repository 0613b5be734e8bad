import { day, type Module } from '../../../kit/module.ts'
import { emailMessageRoutes } from './index.ts'

export const emailMessagesModule: Module = {
  routes: [emailMessageRoutes],
  retention: [{ table: 'email_messages', column: 'created_at', graceMillis: 30 * day }],
  openColumns: ['email_messages.recipient_key'],
}
