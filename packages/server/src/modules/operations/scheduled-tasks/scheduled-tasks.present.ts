import type { ScheduledTask, ScheduledTaskRun } from '@signet/contract/operations/scheduled-tasks'
import type { z } from 'zod'
import { nextRuns } from './schedule.ts'
import type { StoredRun, StoredTask } from './scheduled-tasks.repository.ts'

export const shownRuns = 5

export const subjectOf = ({ id, name }: Pick<StoredTask, 'id' | 'name'>) => ({
  entity: 'SCHEDULEDTASKS',
  id,
  name,
})

export interface Beside {
  /** The user ids of recipients; who is gone is left out. */
  readonly names: ReadonlyMap<string, string>
  /** Of the newest run, by task. */
  readonly states: ReadonlyMap<string, StoredRun['state']>
  readonly now: Date
}

export const present = (
  row: StoredTask,
  { names, states, now }: Beside,
): z.input<typeof ScheduledTask> => {
  const schedule = { cron: row.cron, timeZone: row.time_zone }
  return {
    id: row.id,
    name: row.name,
    kind: 'REPORT',
    report: row.report,
    ...schedule,
    enabled: row.enabled,
    recipients: row.recipients.flatMap((id) => {
      const userId = names.get(id)
      return userId === undefined ? [] : [{ id, userId }]
    }),
    formats: [...row.formats],
    ownerName: row.owner_name,
    pausedReason: row.paused_reason,
    nextRuns: row.next_run_at === null ? [] : [...nextRuns(schedule, now, shownRuns)],
    lastRunAt: row.last_run_at,
    lastRunState: states.get(row.id) ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

export const presentRun = (row: StoredRun): z.input<typeof ScheduledTaskRun> => ({
  id: row.id,
  trigger: row.trigger,
  state: row.state,
  reason: row.reason,
  reportId: row.report_id,
  mailed: row.mailed.length,
  dueAt: row.due_at,
  endedAt: row.ended_at,
})

/** What the audit log shows of a task. */
export const audited = (row: StoredTask) => ({
  name: row.name,
  report: row.report,
  cron: row.cron,
  timeZone: row.time_zone,
  enabled: row.enabled,
  recipients: row.recipients,
  formats: row.formats,
})
