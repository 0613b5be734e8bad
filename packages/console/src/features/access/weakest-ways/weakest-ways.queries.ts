import {
  listWayStatements,
  type PeopleWays,
  readApplicationWays,
  readGroupWays,
  readUserWays,
  type UserWays,
  type WayStatement,
} from '@signet/contract/access/weakest-ways'
import { listAdminApiApplications } from '@signet/contract/applications/api-applications'
import { updateHeldStatements } from '@signet/contract/settings/heldstatements'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'
import { useMay } from '../../../session/session-context.tsx'

export type Statement = z.output<typeof WayStatement>
type OfUser = z.output<typeof UserWays>
export type OfPeople = z.output<typeof PeopleWays>
export type Way = OfUser['ways'][number]

const subject = 'weakest-ways'

export const statementsQuery = {
  queryKey: [subject, 'statements'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listWayStatements, { signal }),
}

export const userWaysQuery = (id: string) => ({
  queryKey: [subject, 'user', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readUserWays, { params: { id }, signal }),
})

export const groupWaysQuery = (id: string) => ({
  queryKey: [subject, 'group', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readGroupWays, { params: { id }, signal }),
})

export const applicationWaysQuery = (id: string) => ({
  queryKey: [subject, 'application', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(readApplicationWays, { params: { id }, signal }),
})

/** Holds the statement, or holds it no longer. */
export const useHold = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (held: boolean) =>
      call(updateHeldStatements, { body: { administratorsPhishingResistant: held } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [subject] }),
  })
}

/** Applications that no one signs in to: they hold a role of their own. */
export const useActingPrograms = () => {
  const { data = [] } = useQuery({
    queryKey: [subject, 'programs'],
    queryFn: ({ signal }) => call(listAdminApiApplications, { signal }),
    enabled: useMay()(['APPLICATIONS', 'VIEW']),
  })
  return data
}
