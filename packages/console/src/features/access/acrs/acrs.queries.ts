import {
  type Acr as AcrSchema,
  createAcr,
  deleteAcr,
  listAcrs,
  type NewAcr,
} from '@signet/contract/access/acrs'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Acr = z.output<typeof AcrSchema>

const subject = 'acrs'

/** The list comes whole. */
export const acrsQuery = wholeListQuery<Acr>({
  subject,
  list: (signal) => call(listAcrs, { signal }),
  nameOf: ({ name }) => name,
  wordsOf: ({ name, description }) => [name, description],
})

export const acrs = {
  subject,
  create: (body: z.input<typeof NewAcr>) => call(createAcr, { body }),
  remove: (id: string) => call(deleteAcr, { params: { id } }),
}
