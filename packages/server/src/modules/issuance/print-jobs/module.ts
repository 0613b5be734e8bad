import { day, type Module } from '../../../kit/module.ts'
import { enrollmentPrintRoutes, printJobRoutes, printQueueRoutes } from './index.ts'

export const printJobsModule: Module = {
  routes: [enrollmentPrintRoutes, printJobRoutes, printQueueRoutes],
  retention: [
    // Pictures of people: their cards are out.
    { table: 'print_contents', column: 'ended_at', graceMillis: 7 * day },
  ],
  kept: {
    'print_jobs.ended_at': 'who was given which card is asked years later',
  },
  openColumns: ['print_jobs.request_hash'],
}
