export { createForwarder } from './forwarder.ts'
export { syslogApplicationRoutes } from './syslog-applications.routes.ts'
export { create as createSyslogApplication } from './syslog-applications.service.ts'
