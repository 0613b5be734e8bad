import {
  createSyslogApplication,
  deleteSyslogApplication,
  readSyslogApplication,
  type SyslogApplication,
  type SyslogApplicationChange,
  testSyslogApplication,
  updateSyslogApplication,
} from '@signet/contract/operations/syslog-applications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type Collector = z.output<typeof SyslogApplication>
export type Change = z.output<typeof SyslogApplicationChange>

export const collectorPath = (id: string): string => `/applications/syslog/SYSLOG/${id}`

const subject = 'syslog-applications'
const keyOf = (id: string) => [subject, 'one', id]

export const readCollector = (id: string, signal?: AbortSignal): Promise<Tagged<Collector>> =>
  callWithEtag(readSyslogApplication, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const collectorQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readCollector(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to collectors; each makes what was read before stale. */
export const useCollectorChanges = () => {
  const client = useQueryClient()
  const changed = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: [subject] })
    await client.invalidateQueries({ queryKey: ['applications'] })
  }
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createSyslogApplication, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updateSyslogApplication, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: changed,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteSyslogApplication, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return client.invalidateQueries({ queryKey: ['applications'] })
      },
    }),
    test: useMutation({
      mutationFn: (id: string) => call(testSyslogApplication, { params: { id } }),
    }),
  }
}
