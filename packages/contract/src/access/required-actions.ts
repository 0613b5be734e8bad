import { z } from 'zod'

/** What stands between the proven factors and the session. */
export const RequiredAction = z
  .enum(['PASSWORD_CHANGE', 'ENROLL_SECOND_FACTOR'])
  .meta({ id: 'RequiredAction' })

/** What the sign-in can have enrolled. */
export const EnrollableAuthenticator = z
  .enum(['TOKEN', 'FIDO'])
  .meta({ id: 'EnrollableAuthenticator' })
