import {
  downloadIsolationReport,
  type IsolationRun,
  type IsolationRunDetails,
  type IsolationSettings,
  listIsolationRuns,
  readIsolationRun,
  readIsolationSettings,
  startIsolationRun,
  updateIsolationSettings,
} from '@signet/contract/provider/isolation'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callForFile } from '../../../lib/call.ts'
import { saveFile } from '../../../pickers/save-file.ts'

export type RunRow = z.output<typeof IsolationRun>
export type RunDetail = z.output<typeof IsolationRunDetails>

/** Waits for a later time, at which it counts as requested. */
export const isPlanned = ({ state, requestedAt }: Pick<RunRow, 'state' | 'requestedAt'>): boolean =>
  state === 'REQUESTED' && Date.parse(requestedAt) > Date.now()

const subject = 'isolationRuns'

export const runPath = (id: string): string => `/serviceprovider/isolation/${id}`

export const runsQuery = ({ limit, cursor }: ListRequest) => ({
  queryKey: [subject, 'page', { limit, cursor }],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listIsolationRuns, { body: { limit, ...(cursor === null ? {} : { cursor }) }, signal }),
})

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [subject, 'one', id],
    queryFn: ({ signal }) => call(readIsolationRun, { params: { id }, signal }),
  })

const settingsKey = [subject, 'settings']

export const settingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: ({ signal }) => call(readIsolationSettings, { signal }),
})

export const useScheduleChange = () =>
  useChange(
    (body: z.output<typeof IsolationSettings>) => call(updateIsolationSettings, { body }),
    settingsKey,
  )

export const useStart = () => useChange(() => call(startIsolationRun), [subject])

/** Hands the signed report over to the browser's downloads. */
export const saveReport = async (id: string): Promise<void> => {
  const file = await callForFile(downloadIsolationReport, { params: { id } })
  saveFile(`isolation-${id}.jws`, 'text/plain', file)
}
