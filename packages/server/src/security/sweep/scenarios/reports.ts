import { buildUser } from '../../../../testing/builders.ts'
import { buildListExport } from '../list-export-rows.ts'
import { buildReport, buildScheduledTask } from '../report-rows.ts'
import type { Scenarios, World } from '../world.ts'

const report = async ({ ctx }: World) => ({ params: { id: await buildReport(ctx) } })
const listExport = async ({ ctx, admin }: World) => ({
  params: { id: await buildListExport(ctx, admin.id) },
})
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

export const reportScenarios: Scenarios = {
  readReport: report,
  readListExport: listExport,
  downloadListExport: listExport,
  deleteListExport: listExport,
  deleteReport: report,
  cancelReport: report,
  renewReportCredentials: report,
  downloadReport: report,
  printReport: report,
  readScheduledTask: task,
  deleteScheduledTask: task,
  runScheduledTask: task,
  listScheduledTaskRuns: task,
  createScheduledTask: async (world) => ({ body: await change(world) }),
  updateScheduledTask: async (world) => ({ ...(await task(world)), body: await change(world) }),
  previewSchedule: async () => ({ body: { cron: '0 7 * * 1', timeZone: 'UTC' } }),
}
