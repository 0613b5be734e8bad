export { createForwarder } from './forwarder.ts'
export { create as createSyslogApplication } from './syslog-applications.service.ts'
