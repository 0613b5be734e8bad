import { abort } from '@signet/rules/abort'
import { isIpOrCidr } from '@signet/rules/network'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { crudAt } from '../kit/crud-at.ts'
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
const { edit, remove } = callsOn('SETTINGS')
const { list, read, create } = crudAt(path, {
  entity: 'SETTINGS',
  answer: IpList,
  action: 'IP_LIST',
  missing: 'not_found',
  taken: 'name_exists',
})

export const listIpLists = endpoint({
  ...list,
  summary: 'IP lists, by name',
  description: `At most ${mostIpLists}.`,
})

export const readIpList = endpoint({ ...read, summary: 'One IP list' })

export const createIpList = endpoint({
  ...create,
  body: IpListChange,
  sensitive: true,
  errors: [...lockouts, 'name_exists'],
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
