import { abort } from '@signet/rules/abort'
import { mostTaskRecipients, taskFormats, taskRunStates } from '@signet/rules/reports'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { IdParams, Instant, Line, Reference, Uuid } from '../kit/schemas.ts'
import { ReportDefinition } from './saved-reports.ts'

/** When it runs: five fields of cron (minute, hour, day, month, weekday) and the zone they are meant in. */
export const TaskSchedule = z
  .object({ cron: Line(100), timeZone: z.string().min(1).max(64, abort) })
  .meta({ id: 'TaskSchedule' })

export const ScheduledTaskChange = TaskSchedule.extend({
  name: Line(100),
  report: ReportDefinition,
  enabled: z.boolean().default(true),
  /** Users with a verified address who may see reports, or the owner. */
  recipients: z.array(Reference).min(1).max(mostTaskRecipients, abort),
  /** The files that the mail brings. */
  formats: z
    .array(z.enum(taskFormats))
    .min(1)
    .max(taskFormats.length, abort)
    .default([...taskFormats]),
}).meta({ id: 'ScheduledTaskChange' })

export const ScheduledTask = z
  .object({
    id: Uuid,
    name: z.string(),
    kind: z.literal('REPORT'),
    report: ReportDefinition,
    cron: z.string(),
    timeZone: z.string(),
    enabled: z.boolean(),
    recipients: z.array(z.object({ id: Uuid, userId: z.string() })),
    formats: z.array(z.enum(taskFormats)),
    /** Whoever saved it last: it runs under their rights as they are then. */
    ownerName: z.string(),
    /** Why it does not run any more until somebody saves it again; null otherwise. */
    pausedReason: z.string().nullable(),
    /** The next five; none while it is off or paused. */
    nextRuns: z.array(Instant),
    lastRunAt: Instant.nullable(),
    /** Of its newest run, by schedule or by hand; null before the first. */
    lastRunState: z.enum(taskRunStates).nullable(),
    createdAt: Instant,
    updatedAt: Instant,
    version: z.int(),
  })
  .meta({ id: 'ScheduledTask' })

export const ScheduledTaskRun = z
  .object({
    id: Uuid,
    trigger: z.enum(['SCHEDULE', 'MANUAL']),
    state: z.enum(taskRunStates),
    reason: z.string().nullable(),
    /** The saved report, while it is kept. */
    reportId: Uuid.nullable(),
    /** People it was mailed to. */
    mailed: z.int(),
    dueAt: Instant,
    endedAt: Instant.nullable(),
  })
  .meta({ id: 'ScheduledTaskRun' })

const admin = { actor: 'admin', api: 'administration' } as const
const path = '/api/web/v1/tasks/scheduled'
const one = `${path}/:id`
const params = IdParams
const view = { ...admin, needs: ['SCHEDULEDTASKS', 'VIEW'], limit: 'read', audit: null } as const
const refusals = ['invalid_parameters', 'scheduled_task_exists', 'rights_not_held'] as const

const { add, edit, remove } = callsOn('SCHEDULEDTASKS')

export const listScheduledTasks = endpoint({
  ...view,
  method: 'GET',
  path,
  answer: z.array(ScheduledTask),
  errors: [],
  summary: 'All scheduled tasks, by name',
})

export const readScheduledTask = endpoint({
  ...view,
  method: 'GET',
  path: one,
  params,
  answer: ScheduledTask,
  errors: ['scheduled_task_not_found'],
  summary: 'One scheduled task with its next runs',
})

export const createScheduledTask = endpoint({
  ...admin,
  ...add,
  path,
  body: ScheduledTaskChange,
  answer: ScheduledTask,
  sensitive: true,
  errors: [...refusals, 'too_many_scheduled_tasks'],
  audit: 'SCHEDULED_TASK_CREATED',
  summary: 'Have a report mailed at regular times',
  description:
    'It runs under the rights that its owner, whoever saved it last, has at that time, and pauses when they may not see reports any more. A time that daylight saving skips runs once after it, one that comes twice runs once. At most once an hour. After the service was down it catches up once.',
})

export const updateScheduledTask = endpoint({
  ...admin,
  ...edit,
  path: one,
  params,
  body: ScheduledTaskChange,
  answer: ScheduledTask,
  sensitive: true,
  errors: [...refusals, 'scheduled_task_not_found', 'precondition_failed'],
  audit: 'SCHEDULED_TASK_UPDATED',
  summary: 'Change a scheduled task, and become its owner',
})

export const deleteScheduledTask = endpoint({
  ...admin,
  ...remove,
  path: one,
  params,
  ordinary: 'withdrawal',
  errors: ['scheduled_task_not_found', 'precondition_failed'],
  audit: 'SCHEDULED_TASK_DELETED',
  summary: 'Delete a scheduled task with its history',
})

export const runScheduledTask = endpoint({
  ...admin,
  ...edit,
  method: 'POST',
  path: `${one}/run`,
  params,
  answer: ScheduledTaskRun,
  limit: 'heavy',
  errors: ['scheduled_task_not_found'],
  audit: 'SCHEDULED_TASK_STARTED',
  ordinary: 'resending',
  summary: 'Run it now, beside its schedule',
})

export const listScheduledTaskRuns = endpoint({
  ...view,
  method: 'GET',
  path: `${one}/runs`,
  params,
  answer: z.array(ScheduledTaskRun),
  errors: ['scheduled_task_not_found'],
  summary: 'Its newest 50 runs; kept for 90 days',
})

export const previewSchedule = endpoint({
  ...view,
  method: 'POST',
  path: `${path}/nextruns`,
  body: TaskSchedule,
  answer: z.object({ results: z.array(Instant) }).meta({ id: 'NextRuns' }),
  errors: ['invalid_parameters'],
  summary: 'When a schedule would run next',
})
