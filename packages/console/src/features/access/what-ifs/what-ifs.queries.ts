import {
  deleteWhatIf,
  listWhatIfPeople,
  listWhatIfs,
  publishWhatIf,
  readWhatIf,
  type WhatIfPerson,
  type WhatIf as WhatIfSchema,
} from '@signet/contract/access/what-ifs'
import type { WhatIfEffect } from '@signet/rules/risk/effects'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'
import { whatIfSubject } from '../../../pickers/what-ifs/create-what-if.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type WhatIf = z.output<typeof WhatIfSchema>
export type Person = z.output<typeof WhatIfPerson>

export const isOver = ({ state }: Pick<WhatIf, 'state'>): boolean =>
  state === 'DONE' || state === 'FAILED'

/** The counts of effects, by their names in the answer. */
export const countOf = {
  BLOCKED: 'blocked',
  STEPPED_UP: 'steppedUp',
  LET_THROUGH: 'letThrough',
} as const

const lookMillis = 1000

/** The list comes whole, the newest first. */
export const whatIfsQuery = (request: ListRequest) => ({
  queryKey: [whatIfSubject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const sought = request.search.trim().toLocaleLowerCase()
    const all = await call(listWhatIfs, { signal })
    const found = all.filter(({ name }) => name.toLocaleLowerCase().includes(sought))
    return wholeListPage(found, request, ({ id }) => String(all.findIndex((one) => one.id === id)))
  },
})

/** Looked at again until it is over. */
export const whatIfQuery = (id: string) => ({
  queryKey: [whatIfSubject, 'one', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readWhatIf, { params: { id }, signal }),
  refetchInterval: (query: { readonly state: { readonly data: WhatIf | undefined } }) =>
    query.state.data === undefined || isOver(query.state.data) ? (false as const) : lookMillis,
})

/** Whose sign-ins would have come out otherwise. */
export const peopleQuery = (id: string, effect: WhatIfEffect) => (request: ListRequest) => ({
  queryKey: [whatIfSubject, 'people', id, effect, request],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const { limit, cursor } = request
    const body = { effect, limit, ...(cursor === null ? {} : { cursor }) }
    return call(listWhatIfPeople, { params: { id }, body, signal })
  },
})

/** What may be done with a check; what was read of checks and rules is stale after each. */
export const useWhatIfDeeds = () => {
  const client = useQueryClient()
  return {
    publish: useMutation({
      mutationFn: ({ id, confirmation }: { id: string; confirmation?: string | undefined }) =>
        call(publishWhatIf, {
          params: { id },
          body: confirmation === undefined ? {} : { confirmation },
        }),
      onSuccess: () => client.invalidateQueries(),
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteWhatIf, { params: { id } }),
      onSuccess: () => client.invalidateQueries({ queryKey: [whatIfSubject, 'page'] }),
    }),
  }
}
