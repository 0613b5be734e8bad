import {
  createPassthrough,
  deletePassthrough,
  listPassthroughs,
  type Passthrough as PassthroughSchema,
  readPassthrough,
  updatePassthrough,
} from '@signet/contract/authenticators/passthrough'
import type { z } from 'zod'
import { callsOf } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Passthrough = z.output<typeof PassthroughSchema>

const subject = 'passthroughs'

export const passthroughsQuery = wholeListQuery<Passthrough>({
  subject,
  list: (signal) => call(listPassthroughs, { signal }),
  nameOf: ({ name }) => name,
})

export const passthroughs = {
  subject,
  ...callsOf({
    read: readPassthrough,
    create: createPassthrough,
    update: updatePassthrough,
    remove: deletePassthrough,
  }),
}
