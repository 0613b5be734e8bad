export { confirmArrival, currentServer, lastTest } from './email-tests.service.ts'
export { readMailServer } from './mail-server.ts'
export { resetEmailServer } from './reset-server.ts'
