import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Millis, noContent, Uuid } from '../kit/schemas.ts'

/** The code itself is shown once, to who makes it. */
export const TemporaryAccessCode = z
  .object({
    expired: z.boolean(),
    maxUses: z.int(),
    numUses: z.int(),
    /** EXPIRED before MAX_USES where both hold. */
    status: z.enum(['ACTIVE', 'EXPIRED', 'MAX_USES']),
    createDate: Instant,
    expiryTime: Instant,
    lastUsedDate: Instant.nullable(),
  })
  .meta({ id: 'TemporaryAccessCode' })

export const NewTemporaryAccessCode = TemporaryAccessCode.extend({
  /** Signs in in place of the second factor; shown this one time. */
  code: z.string(),
}).meta({ id: 'NewTemporaryAccessCode' })

/** What is left out is as the tenant has set it; nothing may be more than that. */
export const TemporaryAccessCodeRequest = z
  .object({
    maxUses: z.int().min(1).max(100).optional(),
    validityMillis: Millis(60_000, 30 * 86_400_000).optional(),
  })
  .meta({ id: 'TemporaryAccessCodeRequest' })

const params = z.object({ userid: Uuid })
const path = '/api/web/v1/users/:userid/tempaccesscode'
const edit = { actor: 'admin', needs: ['USERS', 'EDIT'], limit: 'change', path, params } as const

const { view } = callsOn('USERS')

export const readUserTempAccessCode = endpoint({
  ...view,
  path,
  params,
  answer: TemporaryAccessCode,
  errors: ['user_not_found', 'not_found'],
  summary: 'Uses and expiry of a user’s temporary access code',
})

export const createUserTempAccessCode = endpoint({
  ...edit,
  method: 'POST',
  body: TemporaryAccessCodeRequest,
  answer: NewTemporaryAccessCode,
  ordinary: 'authenticatorWork',
  errors: [
    'held_statement_broken',
    'user_not_found',
    'rights_not_held',
    'temp_access_code_not_allowed',
  ],
  audit: 'TEMP_ACCESS_CODE_CREATED',
  reveals: ['temporaryAccessCode'],
  summary: 'Make a temporary access code for a user; the former one ends',
  description:
    'It signs in in place of the second factor, beside a first one. The person is told by mail that there is one, not which.',
})

export const deleteUserTempAccessCode = endpoint({
  ...edit,
  method: 'DELETE',
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held', 'not_found'],
  audit: 'TEMP_ACCESS_CODE_DELETED',
  summary: 'Delete a user’s temporary access code',
})
