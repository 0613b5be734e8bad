import {
  countActiveUsers,
  countAuthentications,
  countAuthenticationsByCountry,
  countOutcomes,
  countUsers,
  listAlerts,
  listFailedAuthentications,
} from '@signet/contract/operations/reports'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import type { ReportRange } from './dashboard-range.ts'

const refreshMs = 60_000
const fresh = { staleTime: refreshMs / 2, refetchInterval: refreshMs } as const
const stretchOf = ({ from, until }: ReportRange) => ({ from, until })

const keyOf = (report: string, range: ReportRange) => ['dashboard', report, range]

export const signInsQuery = (range: ReportRange) =>
  queryOptions({
    ...fresh,
    queryKey: keyOf('sign-ins', range),
    queryFn: ({ signal }) => call(countAuthentications, { body: range, signal }),
  })

export const activeUsersQuery = (range: ReportRange) =>
  queryOptions({
    ...fresh,
    queryKey: keyOf('active users', range),
    queryFn: ({ signal }) => call(countActiveUsers, { body: range, signal }),
  })

export const countriesQuery = (range: ReportRange) =>
  queryOptions({
    ...fresh,
    queryKey: keyOf('countries', range),
    queryFn: ({ signal }) =>
      call(countAuthenticationsByCountry, { body: stretchOf(range), signal }),
  })

export const failuresQuery = (range: ReportRange) =>
  queryOptions({
    ...fresh,
    queryKey: keyOf('failures', range),
    queryFn: ({ signal }) => call(listFailedAuthentications, { body: stretchOf(range), signal }),
  })

export const outcomesQuery = (range: ReportRange) =>
  queryOptions({
    ...fresh,
    queryKey: keyOf('outcomes', range),
    queryFn: ({ signal }) => call(countOutcomes, { body: stretchOf(range), signal }),
  })

export const usersQuery = (range: ReportRange) =>
  queryOptions({
    ...fresh,
    queryKey: keyOf('users', range),
    queryFn: ({ signal }) => call(countUsers, { body: stretchOf(range), signal }),
  })

export const alertsQuery = (range: ReportRange) =>
  queryOptions({
    ...fresh,
    queryKey: keyOf('alerts', range),
    queryFn: ({ signal }) => call(listAlerts, { body: stretchOf(range), signal }),
  })
