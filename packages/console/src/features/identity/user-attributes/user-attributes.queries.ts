import type { UserAttribute } from '@signet/contract/identity/user-attribute'
import {
  createUserAttribute,
  deleteUserAttribute,
  listUserAttributes,
  readUserAttribute,
  updateUserAttribute,
} from '@signet/contract/identity/user-attributes'
import type { z } from 'zod'
import { callsOf } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call } from '../../../lib/call.ts'

export type Attribute = z.output<typeof UserAttribute>

const subject = 'user-attributes'

export const attributePath = (id: string): string => `/userattribute/${id}`

const fits =
  ({ search, filters }: ListRequest) =>
  ({ name, description, group }: Attribute): boolean =>
    `${name} ${description ?? ''}`.toLocaleLowerCase().includes(search.toLocaleLowerCase()) &&
    (filters.group === undefined || filters.group === group)

/** The list comes whole, those of the product first. */
export const attributesPageQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const results = (await call(listUserAttributes, { signal })).filter(fits(request))
    const ends = { nextCursor: null, prevCursor: null }
    return { results, paging: { total: results.length, estimated: false, ...ends } }
  },
})

export const attributes = {
  subject,
  ...callsOf({
    read: readUserAttribute,
    create: createUserAttribute,
    update: updateUserAttribute,
    remove: deleteUserAttribute,
  }),
}
