import {
  type Acr as AcrSchema,
  createAcr,
  deleteAcr,
  listAcrs,
  type NewAcr,
} from '@signet/contract/access/acrs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Acr = z.output<typeof AcrSchema>

const subject = 'acrs'

/** The list comes whole. */
export const acrsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const sought = request.search.trim().toLocaleLowerCase()
    const found = (await call(listAcrs, { signal })).filter(({ name, description }) =>
      `${name} ${description ?? ''}`.toLocaleLowerCase().includes(sought),
    )
    return wholeListPage(found, request, ({ name }) => name)
  },
})

/** Changes of the classes; what was read of them is stale after each. */
export const useAcrChanges = () => {
  const client = useQueryClient()
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({
      mutationFn: (body: z.input<typeof NewAcr>) => call(createAcr, { body }),
      onSuccess: changed,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteAcr, { params: { id } }),
      onSuccess: changed,
    }),
  }
}
