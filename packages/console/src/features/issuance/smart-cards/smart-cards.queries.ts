import {
  deleteSmartCard,
  listAssignedSmartCards,
  listUnassignedSmartCards,
  readSmartCard,
  type SmartCardChange,
  type SmartCard as SmartCardSchema,
  SmartCardState,
  updateSmartCard,
} from '@signet/contract/issuance/smart-cards'
import { oneOf } from '@signet/rules/membership'
import { smartCardTypes } from '@signet/rules/smart-cards'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'

export type SmartCard = z.output<typeof SmartCardSchema>
export type ChangeBody = z.input<typeof SmartCardChange>

const pages = ['smart-cards', 'page'] as const
const one = (id: string) => ['smart-cards', 'one', id] as const
const longestSearch = 64

/** How cards stand that nobody has. */
export const unassignedStates = SmartCardState.exclude(['ASSIGNED']).options
const isState = oneOf(unassignedStates)
const isCardType = oneOf(smartCardTypes)

const bodyOf = ({ search, sort, filters, limit, cursor }: ListRequest) => {
  const typed = search.trim().slice(0, longestSearch)
  const { cardType } = filters
  return {
    limit,
    descending: sort?.isDescending ?? false,
    ...(cursor === null ? {} : { cursor }),
    ...(typed === '' ? {} : { search: typed }),
    ...(isCardType(cardType) ? { cardType } : {}),
  }
}

export const unassignedQuery = (request: ListRequest) => ({
  queryKey: [...pages, 'unassigned', request],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const { state } = request.filters
    const body = { ...bodyOf(request), ...(isState(state) ? { state } : {}) }
    return call(listUnassignedSmartCards, { body, signal })
  },
})

export const assignedQuery = (request: ListRequest) => ({
  queryKey: [...pages, 'assigned', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listAssignedSmartCards, { body: bodyOf(request), signal }),
})

export const readOne = (id: string, signal?: AbortSignal): Promise<Tagged<SmartCard>> =>
  callWithEtag(readSmartCard, { params: { id }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: one(id),
    queryFn: ({ signal }) => readOne(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })

/** What is done with cards; what shows them is read anew after each deed. */
export const useSmartCardDeeds = () => {
  const client = useQueryClient()
  return {
    change: async (id: string, body: ChangeBody, etag: string | null): Promise<SmartCard> => {
      const ifMatch = etag ?? undefined
      const changed = await call(updateSmartCard, { params: { id }, body, ifMatch })
      await client.invalidateQueries({ queryKey: ['smart-cards'] })
      return changed
    },
    /** The card's own page is not read again: it is gone. */
    remove: async (id: string): Promise<void> => {
      await call(deleteSmartCard, { params: { id } })
      client.removeQueries({ queryKey: one(id) })
      await client.invalidateQueries({ queryKey: pages })
    },
  }
}
