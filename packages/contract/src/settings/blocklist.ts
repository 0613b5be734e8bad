import { abort } from '@signet/rules/abort'
import { isIpOrCidr } from '@signet/rules/network'
import { normaliseIdentifier } from '@signet/rules/precis'
import { z } from 'zod'
import { Line } from '../kit/schemas.ts'
import { family, readSettings, updateSettings } from '../kit/settings-family.ts'

const isIdentifier = (text: string): boolean => normaliseIdentifier(text) !== null

export const blocklistFamily = family({
  name: 'blocklist',
  id: 'Blocklist',
  fields: z.object({
    /** Addresses and networks (CIDR) that nobody signs in from. */
    addresses: z
      .array(z.string().max(64, abort).refine(isIpOrCidr, 'not_an_address'))
      .max(1000, abort),
    /** User ids that nobody signs in with, whether there is such a user or not. */
    userIds: z.array(Line(320).refine(isIdentifier, 'not_a_user_id')).max(1000, abort),
  }),
  defaults: { addresses: [], userIds: [] },
  rule: ({ addresses, userIds }) => [
    ...(new Set(addresses).size === addresses.length
      ? []
      : [{ path: 'addresses', message: 'named_twice' }]),
    ...(new Set(userIds.map(normaliseIdentifier)).size === userIds.length
      ? []
      : [{ path: 'userIds', message: 'named_twice' }]),
  ],
})

export const readBlocklist = readSettings(blocklistFamily, {
  summary: 'Who is refused at every sign-in',
  catalogueId: 'get:web.v1.settings.blocklist',
})

export const updateBlocklist = updateSettings(blocklistFamily, {
  summary: 'Change who is refused at every sign-in',
  description:
    'From a blocked address no sign-in, setup or password reset begins or goes on. A blocked user id is told so only after a right first factor. What would shut out its own author is refused. Sessions that are open stay open.',
  catalogueId: 'put:web.v1.settings.blocklist',
})
