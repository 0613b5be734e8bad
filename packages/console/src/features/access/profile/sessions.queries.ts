import {
  endOwnSession,
  endOwnSessions,
  listOwnSessions,
  type SessionSummary,
} from '@signet/contract/tenancy/sessions'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'

export type OwnSession = z.output<typeof SessionSummary>

export const sessionsQuery = queryOptions({
  queryKey: ['self', 'sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
})

export const useSessionDeeds = () => {
  const client = useQueryClient()
  return {
    end: async (id: string): Promise<void> => {
      await call(endOwnSession, { params: { id } })
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    endAll: () => call(endOwnSessions),
  }
}
