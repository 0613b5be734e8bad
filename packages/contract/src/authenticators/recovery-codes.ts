import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
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

const { view, edit } = callsOn('USERS')

export const readUserRecoveryCodes = endpoint({
  ...view,
  path,
  params,
  answer: RecoveryCodeStatus,
  errors: ['user_not_found'],
  summary: 'How many recovery codes a user has left',
})

export const deleteUserRecoveryCodes = endpoint({
  ...edit,
  method: 'DELETE',
  path,
  params,
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held'],
  audit: 'RECOVERY_CODES_DELETED',
  summary: 'Invalidate a user’s recovery codes',
})
