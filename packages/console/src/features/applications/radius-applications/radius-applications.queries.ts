import { listRadiusAgents } from '@signet/contract/applications/radius-agents'
import {
  createRadiusApplication,
  deleteRadiusApplication,
  generateRadiusSecret,
  type RadiusApplication,
  type RadiusApplicationChange,
  readRadiusApplication,
  updateRadiusApplication,
} from '@signet/contract/applications/radius-applications'
import {
  listRadiusSessions,
  type RadiusSession,
} from '@signet/contract/applications/radius-sessions'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type Application = z.output<typeof RadiusApplication>
export type Session = z.output<typeof RadiusSession>
type Change = z.input<typeof RadiusApplicationChange>

export const radiusPath = (id: string): string => `/applications/radius/RADIUS/${id}`

const subject = 'radius-applications'
const keyOf = (id: string) => [subject, 'one', id]

export const readApplication = (id: string, signal?: AbortSignal): Promise<Tagged<Application>> =>
  callWithEtag(readRadiusApplication, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readApplication(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

export const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [subject, 'sessions', id],
    queryFn: ({ signal }) => call(listRadiusSessions, { params: { id }, signal }),
  })

/** Whoever may not see agents chooses none. */
export const agentNamesQuery = queryOptions({
  queryKey: ['radius-agents', 'all'],
  queryFn: ({ signal }) => call(listRadiusAgents, { signal }),
})

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to RADIUS applications; each makes what was read before stale. */
export const useRadiusChanges = () => {
  const client = useQueryClient()
  const changed = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: [subject] })
    await client.invalidateQueries({ queryKey: ['applications'] })
  }
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createRadiusApplication, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updateRadiusApplication, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: changed,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteRadiusApplication, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return client.invalidateQueries({ queryKey: ['applications'] })
      },
    }),
    renew: useMutation({
      mutationFn: (id: string) => call(generateRadiusSecret, { body: { id } }),
      onSuccess: changed,
    }),
  }
}
