import { type Module } from '../../../kit/module.ts'
import { savedReportRoutes } from './index.ts'

export const savedReportsModule: Module = {
  routes: [savedReportRoutes],
  retention: [{ table: 'reports', column: 'expires_at', graceMillis: 0 }],
  kept: {
    'reports.ended_at': 'swept by the report’s own end',
    'reports.grant_until': 'the rights end then, not the report',
    'reports.until_at': 'the end of what it tells about',
  },
  openColumns: ['reports.csv', 'reports.pdf'],
}
