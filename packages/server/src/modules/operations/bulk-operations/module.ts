import { sql } from 'kysely'
import { day, type Module } from '../../../kit/module.ts'
import { bulkOperationRoutes } from './index.ts'

/** Begun and left: nothing of it has been done. */
const notBegun = sql<boolean>`state in ('INITIALISED', 'UPLOADED', 'CHECKED')`

export const bulkOperationsModule: Module = {
  routes: [bulkOperationRoutes],
  retention: [
    { table: 'bulk_operations', column: 'ended_at', graceMillis: 90 * day },
    // Its file is kept until it is renewed, and may hold passwords.
    { table: 'bulk_operations', column: 'paused_at', graceMillis: 90 * day },
    { table: 'bulk_operations', column: 'created_at', graceMillis: 7 * day, only: notBegun },
  ],
  kept: {
    'bulk_operations.grant_until': 'the rights end then, not the operation',
  },
  secretColumns: ['bulk_parts.sealed'],
  openColumns: ['bulk_results.keys'],
}
