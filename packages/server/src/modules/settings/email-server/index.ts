export { emailServerRoutes } from './email-server.routes.ts'
export { confirmArrival, currentServer, lastTest } from './email-tests.service.ts'
export { readMailServer } from './mail-server.ts'
