import { maximumInteger } from '@signet/rules/numbers'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'
import { NewUser, UserChange } from './user.ts'

const most = 100
const Ids = z.object({ ids: z.array(Uuid).min(1).max(most) }).meta({ id: 'UserIds' })

/** What became of one row, in the order sent. */
export const BatchOutcome = z
  .object({
    index: z.int(),
    outcome: z.enum(['SUCCESS', 'FAILURE']),
    id: z.string().nullable(),
    /** Null on success. */
    errorCode: z.string().nullable(),
    fields: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: 'BatchOutcome' })

const answer = z.object({ results: z.array(BatchOutcome) }).meta({ id: 'BatchOutcomes' })
const shared = { actor: 'admin', limit: 'heavy', answer, errors: [] } as const
const path = '/api/web/v3/users/multiple'

export const createUsers = endpoint({
  ...shared,
  needs: ['USERS', 'ADD'],
  method: 'POST',
  path,
  body: z.object({ users: z.array(NewUser).min(1).max(most) }).meta({ id: 'NewUsers' }),
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
        .max(most),
    })
    .meta({ id: 'UserChanges' }),
  audit: 'USER_UPDATED',
  summary: 'Change up to 100 users',
  description: '`version` does for a row what If-Match does for a call.',
})

export const deleteUsers = endpoint({
  ...shared,
  needs: ['USERS', 'REMOVE'],
  method: 'DELETE',
  path,
  body: Ids,
  audit: 'USER_DELETED',
  summary: 'Delete up to 100 users',
})

export const syncUsers = endpoint({
  ...shared,
  needs: ['USERS', 'EDIT'],
  method: 'POST',
  path: '/api/web/v1/syncusers/sync',
  body: Ids.extend({
    directoryType: z.enum(['on_prem', 'on_prem_ldap', 'ad_connector', 'azure']),
  }).meta({ id: 'UserSync' }),
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
  body: Ids,
  audit: 'USER_UNSYNCED',
  summary: 'Take users back from their directory',
  description: 'They become users of type MGMT_UI and keep what the directory last delivered.',
})
