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
  type SmartCardProfile as SmartCardProfileSchema,
  type SmartCardRun as SmartCardRunSchema,
  type SmartCardTest,
  testSmartCard,
  updateSmartCardProfile,
} from '@signet/contract/issuance/smart-card-profiles'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Profile = z.output<typeof SmartCardProfileSchema>
export type CardReader = z.output<typeof CardReaderSchema>
export type Run = z.output<typeof SmartCardRunSchema>

const subject = 'smart-card-profiles'

/** Of every type; each list comes whole. */
export const profilesPageQuery = wholeListQuery<Profile>({
  subject,
  list: async (signal) => {
    const lists = cardTypes.map((cardType) =>
      call(listSmartCardProfiles, { params: { cardType }, signal }),
    )
    return (await Promise.all(lists)).flat()
  },
  nameOf: ({ name }) => name,
  wordsOf: ({ name, description }) => [name, description],
  filters: { cardType: ({ cardType }) => cardType },
})

/** Profiles of one type. */
export const profilesOf = (cardType: CardType) => ({
  subject,
  ...callsOf(
    {
      read: readSmartCardProfile,
      create: createSmartCardProfile,
      update: updateSmartCardProfile,
      remove: deleteSmartCardProfile,
    },
    { cardType },
  ),
})

/** Cards are put in and taken out: looked at again every few seconds. */
export const readersQuery = {
  queryKey: ['card-readers'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listCardReaders, { signal }),
  refetchInterval: 3000,
}

interface Running<Body> {
  readonly params: Pick<Profile, 'cardType' | 'id'>
  readonly body: Body
}

/** What is done with a card; nothing of the profile changes by it. */
export const useRuns = () => ({
  test: useChange((input: Running<z.input<typeof SmartCardTest>>) => call(testSmartCard, input)),
  format: useChange((input: Running<z.input<typeof SmartCardFormat>>) =>
    call(formatSmartCard, input),
  ),
})
