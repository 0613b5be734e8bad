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
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag } from '../../../lib/call.ts'

export type SmartCard = z.output<typeof SmartCardSchema>

const subject = 'smart-cards'
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
  queryKey: [subject, 'page', 'unassigned', request],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const { state } = request.filters
    const body = { ...bodyOf(request), ...(isState(state) ? { state } : {}) }
    return call(listUnassignedSmartCards, { body, signal })
  },
})

export const assignedQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', 'assigned', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listAssignedSmartCards, { body: bodyOf(request), signal }),
})

interface Save {
  readonly id: string
  readonly body: z.input<typeof SmartCardChange>
  readonly etag: string | null
}

export const smartCards = {
  subject,
  read: (id: string, signal?: AbortSignal) =>
    callWithEtag(readSmartCard, { params: { id }, signal }),
  update: ({ id, body, etag }: Save) =>
    callWithEtag(updateSmartCard, { params: { id }, body, ifMatch: etag ?? undefined }),
  remove: (id: string) => call(deleteSmartCard, { params: { id } }),
}
