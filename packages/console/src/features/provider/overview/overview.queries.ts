import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { readProviderOverview } from '@signet/contract/provider/overview'
import { makeProviderReport } from '@signet/contract/provider/reports'
import type { ProviderReport } from '@signet/rules/provider-reports'
import { queryOptions } from '@tanstack/react-query'
import { call, callForFile } from '../../../lib/call.ts'
import { saveFile } from '../../../pickers/save-file.ts'

const refreshMs = 60_000
const fresh = { staleTime: refreshMs / 2, refetchInterval: refreshMs } as const

// Under the tenants: a change of one makes it stale.
export const overviewQuery = queryOptions({
  ...fresh,
  queryKey: ['tenants', 'overview'],
  queryFn: ({ signal }) => call(readProviderOverview, { signal }),
})

const mostRecent = 8

/** What was done to tenants recently, the newest first. */
export const recentQuery = queryOptions({
  ...fresh,
  queryKey: ['tenants', 'recent'],
  queryFn: ({ signal }) =>
    call(listAuditEvents, { body: { entityType: 'TENANTS', limit: mostRecent }, signal }),
})

/** Hands a report over to the browser's downloads. */
export const saveReport = async (report: ProviderReport): Promise<void> => {
  const file = await callForFile(makeProviderReport, { params: { id: report }, body: {} })
  saveFile(`${report}.csv`, 'text/csv;charset=utf-8', file)
}
