import { type Module } from '../../../kit/module.ts'
import { archiveRoutes } from './index.ts'

export const archivesModule: Module = {
  routes: [archiveRoutes],
  retention: [
    { table: 'archived_events', column: 'expires_at', graceMillis: 0 },
    { table: 'archive_readings', column: 'expires_at', graceMillis: 0 },
  ],
}
