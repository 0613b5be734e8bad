export { auditEventJob, auditEventRoutes } from './audit-events.routes.ts'
export { search as searchAuditEvents } from './audit-events.service.ts'
export {
  type AuditConsumer,
  type FannedEvent,
  fanOutAuditEvents,
  holdConsumer,
  registerConsumer,
  unregisterConsumer,
} from './audit-fanout.ts'
export { sequenceAuditEvents } from './audit-sequencer.ts'
export { auditUpkeep } from './audit-upkeep.ts'
export { verifyAuditExport } from './audit-verify.ts'
