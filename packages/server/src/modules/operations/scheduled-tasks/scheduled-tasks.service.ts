import type { ScheduledTaskChange, TaskSchedule } from '@signet/contract/operations/scheduled-tasks'
import { taskFormats } from '@signet/rules/reports'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { type Context, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { callingPrincipal } from '../../../kit/jobs.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { foundOr } from '../../../kit/rows.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import { insertRow, newIds, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import { storedDefinition } from '../saved-reports/index.ts'
import { begin } from './runs.ts'
import { expectSchedule, nextRun, nextRuns } from './schedule.ts'
import { audited, type Beside, present, presentRun, shownRuns } from './scheduled-tasks.present.ts'
import * as repository from './scheduled-tasks.repository.ts'

type Wanted = z.output<typeof ScheduledTaskChange>

const mostTasks = 50

/** What is told of tasks beside their rows. */
const beside = async (ctx: Context, rows: readonly repository.StoredTask[]): Promise<Beside> => {
  const ids = [...new Set(rows.flatMap(({ recipients }) => recipients))]
  const [people, runs] = await Promise.all([
    repository.listPeople(ctx, ids),
    repository.listNewestRuns(ctx),
  ])
  return {
    names: new Map(people.map(({ id, user_id }) => [id, user_id])),
    states: new Map(runs.map(({ task_id, state }) => [task_id, state])),
    now: ctx.platform.clock.now(),
  }
}

export const listAll = async (ctx: Context) => {
  const rows = await repository.listTasks(ctx)
  const known = await beside(ctx, rows)
  return rows.map((row) => present(row, known))
}

const tasks = namedRows({
  entity: 'SCHEDULEDTASKS',
  action: 'SCHEDULED_TASK',
  missing: 'scheduled_task_not_found',
  taken: { scheduled_tasks_tenant_id_name_key_key: 'scheduled_task_exists' },
  find: repository.findTask,
  hold: repository.findTaskForChange,
  remove: (ctx, id) => removeRow(ctx, 'scheduled_tasks', id),
  shown: audited,
  present: async (row, ctx) => present(row, await beside(ctx, [row])),
})

/** @throws scheduled_task_not_found, of a removal precondition_failed, too */
export const { read, remove } = tasks

const refusedRecipient = (at: number, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `recipients.${at}`, message }] })

/** Each is seen by the caller and has a verified address; rights are looked at when it runs. */
const expectRecipients = async (ctx: Context, ids: readonly string[]): Promise<void> => {
  const people = await repository.listPeople(ctx, ids)
  const known = new Map(people.map((person) => [person.id, person]))
  for (const [at, id] of ids.entries()) {
    const person = known.get(id)
    if (person === undefined) throw refusedRecipient(at, 'is nobody')
    if (person.email === null || !person.email_verified) {
      throw refusedRecipient(at, 'has no verified address')
    }
  }
}

/** Whoever saves a task answers for what it tells: they become its owner. */
const columnsOf = async (ctx: Context, wanted: Wanted) => {
  const owner = callingPrincipal(ctx)
  if (!mayDo(ctx, ['REPORTS', 'VIEW'])) throw new ApiError('rights_not_held')
  const now = ctx.platform.clock.now()
  expectSchedule(wanted, now)
  const recipients = [...new Set(wanted.recipients)]
  await expectRecipients(ctx, recipients)
  return {
    name: wanted.name,
    name_key: foldName(wanted.name),
    report: storedDefinition(wanted.report),
    cron: wanted.cron,
    time_zone: wanted.timeZone,
    enabled: wanted.enabled,
    recipients,
    formats: taskFormats.filter((each) => wanted.formats.includes(each)),
    owner_id: owner.id,
    owner_name: owner.name,
    paused_reason: null,
    next_run_at: wanted.enabled ? nextRun(wanted, now) : null,
    updated_at: now,
  }
}

/** @throws invalid_parameters, rights_not_held, scheduled_task_exists, too_many_scheduled_tasks */
export const create = (ctx: Context, wanted: Wanted) =>
  tasks.create(ctx, async (ctx) => {
    if (!(await hasRoom(ctx, 'scheduled_tasks', mostTasks))) {
      throw new ApiError('too_many_scheduled_tasks')
    }
    const columns = await columnsOf(ctx, wanted)
    const begun = { ...newIds(ctx), created_at: columns.updated_at }
    return insertRow(ctx, 'scheduled_tasks', { ...begun, ...columns })
  })

/** @throws scheduled_task_not_found, precondition_failed, and as `create` */
export const change = (ctx: Context, id: string, wanted: Wanted) =>
  tasks.change(ctx, id, async (ctx) =>
    updateRow(ctx, 'scheduled_tasks', { id, ...(await columnsOf(ctx, wanted)) }),
  )

/** @throws scheduled_task_not_found */
export const runNow = async (ctx: Context, id: string) => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    const task = foundOr('scheduled_task_not_found')(await repository.findTaskForChange(ctx, id))
    const run = await begin(ctx, task, { trigger: 'MANUAL', dueAt: ctx.platform.clock.now() })
    tasks.record(ctx, task, { event: 'STARTED' })
    return presentRun(run)
  })
}

/** @throws scheduled_task_not_found */
export const listRuns = async (ctx: Context, id: string) => {
  await tasks.find(ctx, id)
  const runs = await repository.listRuns(ctx, id)
  return runs.map(({ kept_report_id, ...run }) => presentRun({ ...run, report_id: kept_report_id }))
}

/** @throws invalid_parameters */
export const preview = (ctx: Context, schedule: z.output<typeof TaskSchedule>) => {
  const now = ctx.platform.clock.now()
  expectSchedule(schedule, now)
  return { results: [...nextRuns(schedule, now, shownRuns)] }
}
