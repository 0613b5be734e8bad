import { abort } from '@signet/rules/abort'
import { maximumInteger } from '@signet/rules/numbers'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'
import { BatchIds, BatchOutcomes, mostInBatch } from './batches.ts'
import { NewUser, UserChange } from './user.ts'

const shared = { actor: 'admin', limit: 'heavy', answer: BatchOutcomes, errors: [] } as const
const path = '/api/web/v3/users/multiple'

export const createUsers = endpoint({
  ...shared,
  needs: ['USERS', 'ADD'],
  method: 'POST',
  path,
  body: z
    .object({ users: z.array(NewUser).min(1).max(mostInBatch, abort) })
    .meta({ id: 'NewUsers' }),
  ordinary: 'userWork',
  audit: 'USER_CREATED',
  summary: 'Create up to 100 users',
  description: 'Each row stands for itself: one that fails says why, the others are written.',
})

export const updateUsers = endpoint({
  ...shared,
  needs: ['USERS', 'EDIT'],
  method: 'PUT',
  path,
  body: z
    .object({
      users: z
        .array(UserChange.extend({ id: Uuid, version: z.int().max(maximumInteger).optional() }))
        .min(1)
        .max(mostInBatch, abort),
    })
    .meta({ id: 'UserChanges' }),
  ordinary: 'userWork',
  audit: 'USER_UPDATED',
  summary: 'Change up to 100 users',
  description: '`version` does for a row what If-Match does for a call.',
})

export const deleteUsers = endpoint({
  ...shared,
  needs: ['USERS', 'REMOVE'],
  method: 'DELETE',
  path,
  body: BatchIds,
  ordinary: 'userWork',
  audit: 'USER_DELETED',
  summary: 'Delete up to 100 users',
})

export const syncUsers = endpoint({
  ...shared,
  needs: ['USERS', 'EDIT'],
  method: 'POST',
  path: '/api/web/v1/syncusers/sync',
  body: BatchIds.extend({
    directoryType: z.enum(['on_prem', 'on_prem_ldap', 'ad_connector', 'azure']),
  }).meta({ id: 'UserSync' }),
  ordinary: 'userWork',
  audit: 'USER_SYNCED',
  summary: 'Hand users over to a directory',
  description:
    'They become users of type LDAP_AD: from then on the directory owns what it delivers.',
})

export const unsyncUsers = endpoint({
  ...shared,
  needs: ['USERS', 'EDIT'],
  method: 'POST',
  path: '/api/web/v1/syncusers/unsync',
  body: BatchIds,
  ordinary: 'userWork',
  audit: 'USER_UNSYNCED',
  summary: 'Take users back from their directory',
  description: 'They become users of type MGMT_UI and keep what the directory last delivered.',
})
