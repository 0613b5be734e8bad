import {
  changeFavoriteApplication,
  listOwnApplications,
  type SelfApplication,
} from '@signet/contract/access/self-applications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'

export type OwnApplication = z.output<typeof SelfApplication>
type Favorite = z.input<(typeof changeFavoriteApplication)['body']>

export const ownApplicationsQuery = queryOptions({
  queryKey: ['self', 'applications'],
  queryFn: ({ signal }) => call(listOwnApplications, { signal }),
})

const marked =
  ({ applicationId, favorite }: Favorite) =>
  (known: readonly OwnApplication[] | undefined) =>
    known?.map((one) => (one.id === applicationId ? { ...one, favorite } : one))

/** Marks at once, and puts it back when the service did not take it. */
export const useFavorite = () => {
  const client = useQueryClient()
  const { queryKey } = ownApplicationsQuery
  return useMutation({
    mutationFn: (body: Favorite) => call(changeFavoriteApplication, { body }),
    onMutate: async (body) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData<readonly OwnApplication[]>(queryKey, marked(body))
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
}
