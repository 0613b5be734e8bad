import { readReport } from '@signet/contract/operations/saved-reports'
import {
  createScheduledTask,
  deleteScheduledTask,
  listScheduledTaskRuns,
  listScheduledTasks,
  previewSchedule,
  readScheduledTask,
  runScheduledTask,
  type ScheduledTaskRun,
  type ScheduledTask as TaskSchema,
  updateScheduledTask,
} from '@signet/contract/operations/scheduled-tasks'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import type { ListPageResult } from '../../../kit/list-types.ts'
import { call } from '../../../lib/call.ts'
import { wholeListPage, wholeListQuery } from '../../../pickers/whole-list.ts'

export type Task = z.output<typeof TaskSchema>
export type Run = z.output<typeof ScheduledTaskRun>
export interface Schedule {
  readonly cron: string
  readonly timeZone: string
}

const subject = 'scheduled-tasks'
const liveMillis = 2000

export type TaskState = 'ACTIVE' | 'FAILING' | 'OFF' | 'PAUSED'

/** How a task stands. */
export const stateOf = ({ enabled, pausedReason, lastRunState }: Task): TaskState => {
  if (pausedReason !== null) return 'PAUSED'
  if (!enabled) return 'OFF'
  return lastRunState === 'FAILED' ? 'FAILING' : 'ACTIVE'
}

/** The list comes whole. */
export const tasksQuery = wholeListQuery<Task>({
  subject,
  list: (signal) => call(listScheduledTasks, { signal }),
  nameOf: ({ name }) => name,
  filters: { state: stateOf },
})

type Runs = ListPageResult<Run>

const isRunning = ({ state }: Run): boolean => state === 'RUNNING'

/** Its newest runs, read again and again while one of them is at work. */
export const runsQuery = (id: string) => (request: ListRequest) => ({
  queryKey: [subject, 'runs', id, request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const runs = await call(listScheduledTaskRuns, { params: { id }, signal })
    const sort = { key: 'due', isDescending: true }
    return wholeListPage(runs, { ...request, sort }, ({ dueAt, id: run }) => `${dueAt} ${run}`)
  },
  refetchInterval: ({ state }: { readonly state: { readonly data: Runs | undefined } }) =>
    state.data?.results.some(isRunning) === true ? liveMillis : false,
})

export const nextRunsQuery = ({ cron, timeZone }: Schedule) =>
  queryOptions({
    queryKey: [subject, 'next', cron, timeZone],
    queryFn: ({ signal }) => call(previewSchedule, { body: { cron, timeZone }, signal }),
  })

/** The saved report that a task is to be like. */
export const modelQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'one', id],
    queryFn: ({ signal }) => call(readReport, { params: { id }, signal }),
  })

export const tasks = {
  subject,
  ...callsOf({
    read: readScheduledTask,
    create: createScheduledTask,
    update: updateScheduledTask,
    remove: deleteScheduledTask,
  }),
}

/** Begins a run at once. */
export const useTaskRun = () =>
  useChange((id: string) => call(runScheduledTask, { params: { id } }), [subject, 'runs'])
