import { sql } from 'kysely'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { findRow, insertRow, noteRow, updateRow } from '../../../platform/db/row-sets.ts'
import { MailFailed } from '../../../platform/mail.ts'
import type { Job } from '../../../platform/queue.ts'
import { mailPeople } from '../../authenticators/notices/index.ts'
import { insertReport, makeFiles, newReport, onBehalfOf, sightOf } from '../saved-reports/index.ts'
import { mailReport } from './mail-report.ts'
import { nextRun } from './schedule.ts'
import { subjectOf } from './scheduled-tasks.present.ts'
import {
  findTask,
  findTaskForChange,
  listPeople,
  type Person,
  type StoredRun,
  type StoredTask,
  takeTask,
} from './scheduled-tasks.repository.ts'

const Content = z.object({ id: z.uuid() })

interface Beginning {
  readonly trigger: StoredRun['trigger']
  readonly dueAt: Date
}

/** A run and its job, in the open transaction. */
export const begin = async (
  ctx: Context,
  task: StoredTask,
  { trigger, dueAt }: Beginning,
): Promise<StoredRun> => {
  const run = await insertRow(ctx, 'scheduled_task_runs', {
    id: ctx.platform.ids.uuid(),
    task_id: task.id,
    trigger,
    state: 'RUNNING',
    mailed: [],
    due_at: dueAt,
  })
  await ctx.platform.queue.enqueue(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'scheduled-tasks',
    content: { id: run.id },
  })
  return run
}

/** Begins what is due, once: the row's lock and its next time decide between nodes. */
const beginDue = async (ctx: Context, id: string): Promise<void> => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  await ctx.transaction(async (ctx) => {
    const now = ctx.platform.clock.now()
    const task = await takeTask(ctx, id)
    if (task === undefined || task.next_run_at === null || task.next_run_at > now) return
    await begin(ctx, task, { trigger: 'SCHEDULE', dueAt: task.next_run_at })
    // From now on: what was missed meanwhile is caught up with by this one run.
    const next_run_at = nextRun({ cron: task.cron, timeZone: task.time_zone }, now)
    await updateRow(ctx, 'scheduled_tasks', { id: task.id, next_run_at, last_run_at: now })
  })
}

interface Work {
  readonly task: StoredTask
  readonly run: StoredRun
}

interface Fault {
  readonly reason: string
  /** It does not run again until somebody saves it. */
  readonly isPaused: boolean
}

/** Mails the owner, where there is a verified address. */
const tellOwner = async (ctx: Context, task: StoredTask, reason: string): Promise<void> => {
  const [owner] = await listPeople(ctx, [task.owner_id])
  if (owner === undefined || owner.email === null || !owner.email_verified) return
  const { id: userId, email: address, first_name, user_id, locale } = owner
  const person = { userId, address, name: first_name ?? user_id, locale }
  await mailPeople(ctx, [person], { kind: 'taskFailed', values: { task: task.name, reason } })
}

const fail = async (
  ctx: Context,
  { task, run }: Work,
  { reason, isPaused }: Fault,
): Promise<void> => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  await ctx.transaction(async (ctx) => {
    const ended_at = ctx.platform.clock.now()
    await noteRow(ctx, 'scheduled_task_runs', { id: run.id, state: 'FAILED', reason, ended_at })
    if (isPaused && (await findTaskForChange(ctx, task.id)) !== undefined) {
      const to = { paused_reason: reason, next_run_at: null }
      await updateRow(ctx, 'scheduled_tasks', { id: task.id, ...to })
    }
    audit(ctx, isPaused ? 'SCHEDULED_TASK_PAUSED' : 'SCHEDULED_TASK_FAILED', {
      subject: subjectOf(task),
      outcome: 'FAILURE',
      attributes: { reason },
    })
    await tellOwner(ctx, task, reason)
  })
}

type Lent = Exclude<Awaited<ReturnType<typeof onBehalfOf>>, { readonly fault: unknown }>

/** The report as it was made first: a second try mails the same. */
const keptReport = async (ctx: Context, { task, run }: Work, lent: Lent): Promise<string> => {
  if (run.report_id !== null) return run.report_id
  const files = await makeFiles(lent.ctx, {
    name: task.name,
    definition: task.report,
    timeZone: task.time_zone,
  })
  return ctx.transaction(async (ctx) => {
    const report = newReport(ctx, task.name, task.report)
    await insertReport(ctx, {
      ...report,
      ...files,
      state: 'COMPLETED',
      task_id: task.id,
      owner_id: lent.actor.id,
      owner_name: lent.actor.name,
      sight: sightOf(lent.actor),
      ended_at: ctx.platform.clock.now(),
    })
    await noteRow(ctx, 'scheduled_task_runs', { id: run.id, report_id: report.id })
    return report.id
  })
}

/** People who may have it now: the owner, and those who may see reports of no fewer people. */
const allowed = async (ctx: Context, { task, run }: Work, lent: Lent) => {
  const people = await listPeople(ctx, task.recipients)
  const sight = sightOf(lent.actor)
  const may = await Promise.all(
    people.map(async ({ id }) => {
      const reader = await onBehalfOf(ctx, id, run.id)
      if ('fault' in reader) return false
      const own = sightOf(reader.actor)
      return own === 'ALL' || own === sight
    }),
  )
  return people.filter((person, at) => may[at] === true && person.email_verified)
}

const succeed = (ctx: Context, { task, run }: Work, mailed: number): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const ended_at = ctx.platform.clock.now()
    await noteRow(ctx, 'scheduled_task_runs', { id: run.id, state: 'SUCCEEDED', ended_at })
    audit(ctx, 'SCHEDULED_TASK_COMPLETED', { subject: subjectOf(task), attributes: { mailed } })
  })

interface Mailed {
  readonly reportId: string
  readonly isLast: boolean
}

/** False where another try would end alike: the others get it all the same. */
const mailed = async (
  ctx: Context,
  { task, run }: Work,
  { person, ...how }: Mailed & { readonly person: Person },
): Promise<boolean> => {
  try {
    await mailReport(ctx, { task, runId: run.id, person, ...how })
    return true
  } catch (error) {
    if (error instanceof MailFailed && !error.mayRetry) return false
    throw error
  }
}

const perform = async (
  ctx: Context,
  work: Work,
  { lent, isLast }: { readonly lent: Lent; readonly isLast: boolean },
): Promise<void> => {
  const { run } = work
  const reportId = await keptReport(ctx, work, lent)
  const done = [...run.mailed]
  for (const person of await allowed(ctx, work, lent)) {
    if (done.includes(person.id)) continue
    if (!(await mailed(ctx, work, { reportId, person, isLast }))) continue
    done.push(person.id)
    await noteRow(ctx, 'scheduled_task_runs', { id: run.id, mailed: done })
  }
  if (done.length > 0) return succeed(ctx, work, done.length)
  return fail(ctx, work, { reason: 'NO_RECIPIENT', isPaused: false })
}

/** Makes the report under its owner's rights of now and mails it. */
export const workOnRun = async (
  ctx: Context,
  job: Pick<Job, 'content' | 'isLast'>,
): Promise<void> => {
  const run = await findRow(ctx, 'scheduled_task_runs', Content.parse(job.content).id)
  if (run?.state !== 'RUNNING') return
  const task = await findTask(ctx, run.task_id)
  if (task === undefined) return
  const work = { task, run }
  const lent = await onBehalfOf(ctx, task.owner_id, run.id)
  if ('fault' in lent) return fail(ctx, work, { reason: lent.fault, isPaused: true })
  try {
    await perform(ctx, work, { lent, isLast: job.isLast })
  } catch (error) {
    if (job.isLast) await fail(ctx, work, { reason: 'ERROR', isPaused: false })
    throw error
  }
}

interface Due {
  readonly tenant_id: string
  readonly id: string
}

/** Begins what is due in any tenant; `contextOf` opens one, or says that it has ended. */
export const runDueTasks = async (
  { database, clock, log }: Context['platform'],
  contextOf: (tenantId: string) => Promise<Context | null>,
): Promise<void> => {
  const due = sql<Due>`select tenant_id, id from scheduled_tasks_due(${clock.now()}::timestamptz)`
  for (const { tenant_id: tenantId, id } of (await due.execute(database.system)).rows) {
    try {
      const ctx = await contextOf(tenantId)
      // That of a locked tenant stays due: one run makes up for those that were left out.
      if (ctx !== null && !ctx.tenant.locked) await beginDue(ctx, id)
    } catch (error) {
      // One tenant's trouble holds up no other.
      log.warn({ err: error, tenantId }, 'a scheduled task could not begin')
    }
  }
}
