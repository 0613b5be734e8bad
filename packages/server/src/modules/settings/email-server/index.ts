export { emailServerRoutes } from './email-server.routes.ts'
export { readMailServer } from './mail-server.ts'
