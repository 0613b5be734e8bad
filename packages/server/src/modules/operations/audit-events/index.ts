export { auditEventJob, auditEventRoutes } from './audit-events.routes.ts'
export { countUnchained, exportAuditEvents } from './audit-export.ts'
export { sequenceAuditEvents } from './audit-sequencer.ts'
export { verifyAuditExport } from './audit-verify.ts'
