import { abort } from '@signet/rules/abort'
import { isIpOrCidr } from '@signet/rules/network'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { lockouts } from '../kit/lockouts.ts'
import { IdParams, Instant, Line, Uuid } from '../kit/schemas.ts'

export const mostIpLists = 100

/** What is kept of a list beside its name. */
export const IpListDefinition = z.object({
  description: z.string().trim().max(500, abort).default(''),
  /** Addresses and ranges (RFC 4632; RFC 4291, section 2.3). */
  addresses: z
    .array(z.string().trim().max(64, abort).refine(isIpOrCidr, 'ip_invalid'))
    .min(1)
    .max(1000, abort),
})

/** Addresses under one name, for rules about where somebody signs in from. */
export const IpList = z
  .object({ id: Uuid, name: z.string(), ...IpListDefinition.shape, updatedAt: Instant })
  .meta({ id: 'IpList' })

export const IpListChange = IpListDefinition.extend({ name: Line(100) })
  .strict()
  .meta({ id: 'IpListChange' })

const path = '/api/web/v1/iplists'
const { view, add, edit, remove } = callsOn('SETTINGS')

export const listIpLists = endpoint({
  ...view,
  path,
  answer: z.array(IpList),
  errors: [],
  summary: 'IP lists, by name',
  description: `At most ${mostIpLists}.`,
})

export const readIpList = endpoint({
  ...view,
  path: `${path}/:id`,
  params: IdParams,
  answer: IpList,
  errors: ['not_found'],
  summary: 'One IP list',
})

export const createIpList = endpoint({
  ...add,
  path,
  body: IpListChange,
  answer: IpList,
  sensitive: true,
  errors: [...lockouts, 'name_exists'],
  audit: 'IP_LIST_CREATED',
  location: '/api/web/v1/iplists/:id',
  summary: 'Add an IP list',
})

export const updateIpList = endpoint({
  ...edit,
  path: `${path}/:id`,
  params: IdParams,
  body: IpListChange,
  answer: IpList,
  sensitive: true,
  errors: [...lockouts, 'name_exists', 'not_found', 'precondition_failed'],
  audit: 'IP_LIST_UPDATED',
  summary: 'Change an IP list',
})

export const deleteIpList = endpoint({
  ...remove,
  path: `${path}/:id/:force`,
  params: IdParams.extend({ force: z.enum(['true', 'false']) }),
  sensitive: true,
  errors: [...lockouts, 'not_found', 'precondition_failed', 'used_by_rule'],
  audit: 'IP_LIST_DELETED',
  summary: 'Delete an IP list',
  description:
    'With `force` false a list that a rule uses stays (used_by_rule). With `true` it goes, and a factor that names it counts as failed from then on.',
})
