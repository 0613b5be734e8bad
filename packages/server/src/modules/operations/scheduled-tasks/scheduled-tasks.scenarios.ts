import { buildUser } from '../../../../testing/builders.ts'
import type { TestTenant } from '../../../../testing/test-app.ts'
import { anyUser } from '../../../security/sweep/id-rows.ts'
import { buildScheduledTask } from '../../../security/sweep/report-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'

const task = async ({ ctx }: World) => ({ params: { id: await buildScheduledTask(ctx) } })

/** A task that may be mailed to somebody. */
const change = async ({ ctx }: World) => {
  const { id } = await buildUser(ctx)
  await ctx.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
  return {
    name: `Task for ${id}`,
    report: { kind: 'USERS' },
    cron: '0 7 * * 1',
    timeZone: 'UTC',
    recipients: [id],
  }
}

const taskAsId = async ({ ctx }: TestTenant) => ({ id: await buildScheduledTask(ctx) })

const taskFor = (id: string) => ({
  name: `Task for ${id}`,
  report: { kind: 'USERS' },
  cron: '0 7 * * 1',
  timeZone: 'UTC',
  recipients: [id],
})

const taskBody = {
  name: 'x',
  report: { kind: 'USERS' },
  cron: '0 7 * * 1',
  timeZone: 'Europe/Berlin',
  recipients: [crypto.randomUUID()],
}

export const scenarios: SubjectScenarios = {
  calls: {
    readScheduledTask: task,
    deleteScheduledTask: task,
    runScheduledTask: task,
    listScheduledTaskRuns: task,
    createScheduledTask: async (world) => ({ body: await change(world) }),
    updateScheduledTask: async (world) => ({ ...(await task(world)), body: await change(world) }),
    previewSchedule: async () => ({ body: { cron: '0 7 * * 1', timeZone: 'UTC' } }),
  },
  ids: [{ under: '/api/web/v1/tasks/scheduled/', build: taskAsId }],
  bodyIds: {
    createScheduledTask: { build: anyUser, body: (id) => taskFor(id) },
    // Their ids stand beside one in the path: tried with the module's own tests.
    updateScheduledTask: null,
  },
  bodies: {
    createScheduledTask: taskBody,
    updateScheduledTask: taskBody,
    previewSchedule: { cron: taskBody.cron, timeZone: taskBody.timeZone },
  },
  effects: {
    runScheduledTask: ['listScheduledTaskRuns'],
  },
  computes: {
    previewSchedule: { cron: '0 8 * * 1' },
  },
}
