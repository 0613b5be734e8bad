import { day, type Module } from '../../../kit/module.ts'
import { scheduledTaskRoutes } from './index.ts'

export const scheduledTasksModule: Module = {
  routes: [scheduledTaskRoutes],
  retention: [{ table: 'scheduled_task_runs', column: 'ended_at', graceMillis: 90 * day }],
}
