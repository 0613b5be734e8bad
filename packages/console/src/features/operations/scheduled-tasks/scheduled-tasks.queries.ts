import { readReport } from '@signet/contract/operations/saved-reports'
import {
  createScheduledTask,
  deleteScheduledTask,
  listScheduledTaskRuns,
  listScheduledTasks,
  previewSchedule,
  readScheduledTask,
  runScheduledTask,
  type ScheduledTaskChange,
  type ScheduledTaskRun,
  type ScheduledTask as TaskSchema,
  updateScheduledTask,
} from '@signet/contract/operations/scheduled-tasks'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import type { ListPageResult } from '../../../kit/list-types.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Task = z.output<typeof TaskSchema>
export type Run = z.output<typeof ScheduledTaskRun>
export type Change = z.input<typeof ScheduledTaskChange>
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

const fits =
  ({ search, filters }: ListRequest) =>
  (task: Task): boolean =>
    task.name.toLocaleLowerCase().includes(search.toLocaleLowerCase()) &&
    (filters.state === undefined || filters.state === stateOf(task))

/** The list comes whole: it is searched and paged here. */
export const tasksQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const found = (await call(listScheduledTasks, { signal })).filter(fits(request))
    return wholeListPage(found, request, ({ name }) => name)
  },
})

const keyOf = (id: string) => [subject, 'one', id]

export const readOne = (id: string, signal?: AbortSignal): Promise<Tagged<Task>> =>
  callWithEtag(readScheduledTask, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readOne(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
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

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to tasks; each makes what was read before stale. */
export const useTaskChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createScheduledTask, { body }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updateScheduledTask, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess,
    }),
    run: useMutation({
      mutationFn: (id: string) => call(runScheduledTask, { params: { id } }),
      onSuccess: (_, id) => client.invalidateQueries({ queryKey: [subject, 'runs', id] }),
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteScheduledTask, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return client.invalidateQueries({ queryKey: [subject, 'page'] })
      },
    }),
  }
}
