export { runDueTasks, workOnRun } from './runs.ts'
export { nextRuns } from './schedule.ts'
export { scheduledTaskRoutes } from './scheduled-tasks.routes.ts'
export { create as createScheduledTask } from './scheduled-tasks.service.ts'
