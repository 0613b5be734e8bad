import {
  cancelReport,
  createReport,
  deleteReport,
  listReports,
  type NewReport,
  type Report as ReportSchema,
  readReport,
  renewReportCredentials,
} from '@signet/contract/operations/saved-reports'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import type { ListPageResult } from '../../../kit/list-types.ts'
import { call } from '../../../lib/call.ts'

export type Report = z.output<typeof ReportSchema>
type Page = ListPageResult<Report>

const subject = 'reports'
const liveMillis = 2000

const isLive = ({ state }: Report): boolean => state === 'PENDING' || state === 'RUNNING'

/** The newest first, read again and again while one of them is made. */
export const reportsQuery = ({ limit, cursor }: ListRequest) => ({
  queryKey: [subject, 'page', limit, cursor],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listReports, { body: { limit, ...(cursor === null ? {} : { cursor }) }, signal }),
  refetchInterval: ({ state }: { readonly state: { readonly data: Page | undefined } }) =>
    state.data?.results.some(isLive) === true ? liveMillis : false,
})

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [subject, 'one', id],
    queryFn: ({ signal }) => call(readReport, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isLive(state.data) ? liveMillis : false,
    gcTime: 0,
  })

export const reports = {
  subject,
  create: (body: z.input<typeof NewReport>) => call(createReport, { body }),
  remove: (id: string) => call(deleteReport, { params: { id } }),
}

export const useCancelling = () =>
  useChange((id: string) => call(cancelReport, { params: { id } }), [subject])

export const useRenewal = () =>
  useChange((id: string) => call(renewReportCredentials, { params: { id } }), [subject])
