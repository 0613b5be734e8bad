import * as contract from '@signet/contract/operations/scheduled-tasks'
import { day, type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import * as service from './scheduled-tasks.service.ts'

export const scheduledTasksModule: Module = {
  routes: [
    routes(contract, {
      listScheduledTasks: service.listAll,
      readScheduledTask: (ctx, { params }) => service.read(ctx, params.id),
      createScheduledTask: (ctx, { body }) => service.create(ctx, body),
      updateScheduledTask: (ctx, { params, body }) => service.change(ctx, params.id, body),
      deleteScheduledTask: (ctx, { params }) => service.remove(ctx, params.id),
      runScheduledTask: (ctx, { params }) => service.runNow(ctx, params.id),
      listScheduledTaskRuns: (ctx, { params }) => service.listRuns(ctx, params.id),
      previewSchedule: (ctx, { body }) => service.preview(ctx, body),
    }),
  ],
  retention: [{ table: 'scheduled_task_runs', column: 'ended_at', graceMillis: 90 * day }],
}
