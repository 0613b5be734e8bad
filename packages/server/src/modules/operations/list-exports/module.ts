import { type Module } from '../../../kit/module.ts'
import { listExportRoutes } from './index.ts'

export const listExportsModule: Module = {
  routes: [listExportRoutes],
  retention: [{ table: 'list_exports', column: 'expires_at', graceMillis: 0 }],
  kept: {
    'list_exports.ended_at': 'swept by the export’s own end',
  },
  secretColumns: ['list_export_parts.sealed'],
}
