import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'

export const RecoveryCodeStatus = z
  .object({ remaining: z.int(), createDate: Instant.nullable() })
  .meta({ id: 'RecoveryCodeStatus' })
export const RecoveryCodes = z
  .object({
    /** Each signs in once in place of the second factor; shown this one time. */
    codes: z.array(z.string()),
  })
  .meta({ id: 'RecoveryCodes' })

const params = z.object({ userid: Uuid })
const path = '/api/web/v1/users/:userid/recoverycodes'

export const readUserRecoveryCodes = endpoint({
  actor: 'admin',
  needs: ['USERS', 'VIEW'],
  method: 'GET',
  path,
  params,
  answer: RecoveryCodeStatus,
  errors: ['user_not_found'],
  audit: null,
  limit: 'read',
  summary: 'How many recovery codes a user has left',
})

export const deleteUserRecoveryCodes = endpoint({
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  method: 'DELETE',
  path,
  params,
  answer: noContent,
  errors: ['user_not_found', 'rights_not_held'],
  audit: 'RECOVERY_CODES_DELETED',
  limit: 'change',
  summary: 'Invalidate a user’s recovery codes',
})
