export { putMessage } from './email-messages.repository.ts'
export { emailMessageRoutes } from './email-messages.routes.ts'
export { type Mail, sendMail } from './send.ts'
export { isUndeliverable } from './undeliverable.ts'
