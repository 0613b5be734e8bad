import { type CardType, cardTypes } from '@signet/card/chip/card-types'
import {
  type CardReader as CardReaderSchema,
  listCardReaders,
} from '@signet/contract/issuance/site-agents'
import {
  createSmartCardProfile,
  deleteSmartCardProfile,
  formatSmartCard,
  listSmartCardProfiles,
  readSmartCardProfile,
  type SmartCardFormat,
  type SmartCardProfileChange,
  type SmartCardProfile as SmartCardProfileSchema,
  type SmartCardRun as SmartCardRunSchema,
  type SmartCardTest,
  testSmartCard,
  updateSmartCardProfile,
} from '@signet/contract/issuance/smart-card-profiles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Profile = z.output<typeof SmartCardProfileSchema>
export type ProfileBody = z.output<typeof SmartCardProfileChange>
export type CardReader = z.output<typeof CardReaderSchema>
export type Run = z.output<typeof SmartCardRunSchema>

const subject = 'smart-card-profiles'

const fits =
  ({ search, filters }: ListRequest) =>
  ({ name, description, cardType }: Profile): boolean =>
    `${name} ${description}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()) &&
    (filters.cardType === undefined || filters.cardType === cardType)

/** Of every type; each list comes whole. */
export const profilesPageQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const lists = cardTypes.map((cardType) =>
      call(listSmartCardProfiles, { params: { cardType }, signal }),
    )
    const all = (await Promise.all(lists)).flat()
    return wholeListPage(all.filter(fits(request)), request, ({ name }) => name)
  },
})

export interface Named {
  readonly cardType: CardType
  readonly id: string
}

export const readOne = (params: Named, signal?: AbortSignal): Promise<Tagged<Profile>> =>
  callWithEtag(readSmartCardProfile, { params, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const profileQuery = (params: Named) => ({
  queryKey: [subject, 'one', params],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: ({ signal }: { signal: AbortSignal }) => readOne(params, signal),
})

interface Save {
  readonly params: Named
  readonly body: ProfileBody
  readonly etag: string | null
}

/** Changes to profiles; each makes what was read before stale. */
export const useProfileChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({
      mutationFn: ({ cardType, body }: { cardType: CardType; body: ProfileBody }) =>
        call(createSmartCardProfile, { params: { cardType }, body }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ params, body, etag }: Save) =>
        call(updateSmartCardProfile, { params, body, ifMatch: etag ?? undefined }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (params: Named) => call(deleteSmartCardProfile, { params }),
      onSuccess: (_, params) => {
        client.removeQueries({ queryKey: [subject, 'one', params] })
        return client.invalidateQueries({ queryKey: [subject, 'page'] })
      },
    }),
  }
}

/** Cards are put in and taken out: looked at again every few seconds. */
export const readersQuery = {
  queryKey: ['card-readers'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listCardReaders, { signal }),
  refetchInterval: 3000,
}

interface Running<Body> {
  readonly params: Named
  readonly body: Body
}

/** What is done with a card; nothing of the profile changes by it. */
export const useRuns = () => ({
  test: useMutation({
    mutationFn: (input: Running<z.input<typeof SmartCardTest>>) => call(testSmartCard, input),
  }),
  format: useMutation({
    mutationFn: (input: Running<z.input<typeof SmartCardFormat>>) => call(formatSmartCard, input),
  }),
})
