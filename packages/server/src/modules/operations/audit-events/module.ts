import { type Module } from '../../../kit/module.ts'
import { auditEventRoutes } from './index.ts'

export const auditEventsModule: Module = {
  routes: [auditEventRoutes],
  openColumns: [
    'audit_chain.hash',
    'audit_chain.key_id',
    'audit_chain.previous_hash',
    'audit_chain.signature',
    'audit_details.salt',
    'audit_events.digest',
  ],
}
