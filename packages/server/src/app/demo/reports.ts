import type { ReportDefinition } from '@signet/contract/operations/saved-reports'
import type { z } from 'zod'
import type { Context } from '../../kit/context.ts'
import {
  insertReport,
  makeFiles,
  newReport,
  onBehalfOf,
  sightOf,
} from '../../modules/operations/saved-reports/index.ts'
import { createScheduledTask, nextRuns } from '../../modules/operations/scheduled-tasks/index.ts'

type Definition = z.output<typeof ReportDefinition>

const weekMillis = 7 * 86_400_000
const weeks = 5
const failedRun = 2
const mondays = { cron: '0 7 * * 1', timeZone: 'Europe/Berlin' } as const

const failures: Definition = {
  kind: 'AUDIT_EVENTS',
  period: 'LAST_30_DAYS',
  columns: ['eventTime', 'actorName', 'action', 'outcome'],
  filter: { actions: ['AUTHENTICATION'], outcome: 'FAILURE' },
}
const signIns: Definition = {
  kind: 'AUTHENTICATIONS',
  period: 'LAST_7_DAYS',
  columns: [],
  filter: {},
}

type Lent = Exclude<Awaited<ReturnType<typeof onBehalfOf>>, { readonly fault: unknown }>

interface Wanted {
  readonly name: string
  readonly definition: Definition
  readonly taskId: string | null
  readonly at: Date
}

/** A report that is ready; its files tell of today, whenever it is said to have been made. */
const insertReady = async (
  { ctx, actor }: Lent,
  { name, definition, taskId, at }: Wanted,
): Promise<string> => {
  const made = newReport(ctx, name, definition)
  await insertReport(ctx, {
    ...made,
    ...(await makeFiles(ctx, { name, definition, timeZone: 'UTC' })),
    state: 'COMPLETED',
    task_id: taskId,
    owner_id: actor.id,
    owner_name: actor.name,
    sight: sightOf(actor),
    created_at: at,
    ended_at: at,
  })
  return made.id
}

interface Task {
  readonly id: string
  readonly name: string
}

interface Run {
  readonly due: Date
  readonly isFailed: boolean
}

const insertRun = async (lent: Lent, { id, name }: Task, { due, isFailed }: Run): Promise<void> => {
  const { ctx, actor } = lent
  const made = { name, definition: signIns, taskId: id, at: due }
  await ctx.db
    .insertInto('scheduled_task_runs')
    .values({
      tenant_id: ctx.tenant.id,
      id: ctx.platform.ids.uuid(),
      task_id: id,
      trigger: 'SCHEDULE',
      state: isFailed ? 'FAILED' : 'SUCCEEDED',
      reason: isFailed ? 'NO_RECIPIENT' : null,
      report_id: isFailed ? null : await insertReady(lent, made),
      mailed: isFailed ? '[]' : JSON.stringify([actor.id]),
      due_at: due,
      ended_at: new Date(due.getTime() + 4000),
    })
    .execute()
}

/** The Mondays of some weeks, one on which nobody could be mailed. */
const insertRuns = async (lent: Lent, task: Task): Promise<void> => {
  const { ctx } = lent
  const now = ctx.platform.clock.now()
  const begun = new Date(now.getTime() - weeks * weekMillis)
  const times = nextRuns(mondays, begun, weeks).filter((due) => due < now)
  for (const [at, due] of times.entries()) {
    await insertRun(lent, task, { due, isFailed: at === failedRun })
  }
  await ctx.db
    .updateTable('scheduled_tasks')
    .set({ last_run_at: times.at(-1) ?? null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', task.id)
    .execute()
}

/** A saved report, and one that is mailed every Monday with some weeks behind it. */
export const insertReports = async (ctx: Context, ownerId: string): Promise<void> => {
  const lent = await onBehalfOf(ctx, ownerId, ctx.platform.ids.uuid())
  if ('fault' in lent) throw new Error(`the owner of the sample reports: ${lent.fault}`)
  const { value } = await createScheduledTask(lent.ctx, {
    name: 'Weekly sign-ins',
    report: signIns,
    ...mondays,
    enabled: true,
    recipients: [ownerId],
    formats: ['CSV', 'PDF'],
  })
  await insertRuns(lent, value)
  const at = ctx.platform.clock.now()
  await insertReady(lent, { name: 'Failed sign-ins', definition: failures, taskId: null, at })
}
