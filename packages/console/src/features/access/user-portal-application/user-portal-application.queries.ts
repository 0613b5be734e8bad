import {
  readUserPortalApplication,
  type UserPortalApplication,
  updateUserPortalApplication,
} from '@signet/contract/access/user-portal-application'
import { formOf } from '@signet/contract/kit/settings-family'
import { userPortalApplicationFamily } from '@signet/contract/settings/userportalapplication'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag } from '../../../lib/call.ts'

export type Portal = z.output<typeof UserPortalApplication>

/** What can be changed of it. */
export const PortalForm = formOf(userPortalApplicationFamily)
export type PortalChange = z.input<typeof PortalForm>

const queryKey = ['user-portal-application']

export const readPortal = (signal?: AbortSignal) =>
  callWithEtag(readUserPortalApplication, { signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const portalQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => readPortal(signal),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnMount: 'always',
})

interface Save {
  readonly body: PortalChange
  readonly etag: string | null
}

/** Lists and rules call it by its name, too. */
export const useSavePortal = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, etag }: Save) =>
      call(updateUserPortalApplication, { body, ifMatch: etag ?? undefined }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey })
      await client.invalidateQueries({ queryKey: ['applications'] })
      await client.invalidateQueries({ queryKey: ['resource-rules'] })
    },
  })
}
