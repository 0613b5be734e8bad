export { runDueTasks, workOnRun } from './runs.ts'
export { nextRuns } from './schedule.ts'
export { create as createScheduledTask } from './scheduled-tasks.service.ts'
