import {
  createRadiusAgent,
  deleteRadiusAgent,
  listRadiusAgents,
  type RadiusAgent,
  type RadiusAgentChange,
  readRadiusAgent,
  renewRadiusCredential,
  updateRadiusAgent,
} from '@signet/contract/applications/radius-agents'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Agent = z.output<typeof RadiusAgent>
export type Change = z.output<typeof RadiusAgentChange>

export const agentsPath = '/applications/agents/radius'
export const agentPath = (id: string): string => `${agentsPath}/${id}`

const subject = 'radius-agents'
const keyOf = (id: string) => [subject, 'one', id]

export const agentsPageQuery = wholeListQuery<Agent>({
  subject,
  list: (signal) => call(listRadiusAgents, { signal }),
  nameOf: ({ name }) => name,
})

export const readAgent = (id: string, signal?: AbortSignal): Promise<Tagged<Agent>> =>
  callWithEtag(readRadiusAgent, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const agentQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readAgent(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to agents; each makes what was read before stale. */
export const useAgentChanges = () => {
  const client = useQueryClient()
  const changed = () => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createRadiusAgent, { body }),
      onSuccess: changed,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updateRadiusAgent, { params: { id }, body, ifMatch: etag ?? undefined }),
      onSuccess: changed,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteRadiusAgent, { params: { id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return client.invalidateQueries({ queryKey: [subject, 'page'] })
      },
    }),
    renew: useMutation({
      mutationFn: (id: string) => call(renewRadiusCredential, { params: { id } }),
      onSuccess: changed,
    }),
  }
}
