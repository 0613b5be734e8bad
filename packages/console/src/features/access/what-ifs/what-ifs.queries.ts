import {
  listWhatIfPeople,
  listWhatIfs,
  publishWhatIf,
  readWhatIf,
  type WhatIfPerson,
  type WhatIf as WhatIfSchema,
} from '@signet/contract/access/what-ifs'
import type { WhatIfEffect } from '@signet/rules/risk/effects'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'
import { whatIfSubject } from '../../../pickers/what-ifs/create-what-if.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

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
export const whatIfsQuery = wholeListQuery<WhatIf>({
  subject: whatIfSubject,
  list: (signal) => call(listWhatIfs, { signal }),
  wordsOf: ({ name }) => [name],
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

interface Publishing {
  readonly id: string
  readonly confirmation?: string | undefined
}

/** Whatever was read of checks and rules is stale after it. */
export const usePublishing = () =>
  useChange(
    ({ id, confirmation }: Publishing) =>
      call(publishWhatIf, {
        params: { id },
        body: confirmation === undefined ? {} : { confirmation },
      }),
    [],
  )
