import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'
import { FidoToken } from './fido.ts'
import { PasswordStatus } from './passwords.ts'
import { RecoveryCodeStatus } from './recovery-codes.ts'
import { Token } from './tokens.ts'

/** Wrong answers counted for one kind of authenticator and device. */
export const AuthenticatorLockout = z
  .object({
    type: z.string(),
    /** STRANGE: all devices that have never signed in, counted together. */
    device: z.enum(['KNOWN', 'STRANGE']),
    /** Wrong answers left until it locks. */
    remainingAttempts: z.int(),
    lockoutDate: Instant,
    lockoutExpiry: Instant.nullable(),
  })
  .meta({ id: 'AuthenticatorLockout' })

export const UserAuthenticators = z
  .object({
    password: PasswordStatus,
    tokens: z.array(Token),
    fidoTokens: z.array(FidoToken),
    recoveryCodes: RecoveryCodeStatus,
    lockouts: z.array(AuthenticatorLockout),
  })
  .meta({ id: 'UserAuthenticators' })

const params = z.object({ userid: Uuid })

export const readUserAuthenticators = endpoint({
  actor: 'admin',
  needs: ['USERS', 'VIEW'],
  method: 'GET',
  path: '/api/web/v1/users/:userid/authenticators',
  params,
  answer: UserAuthenticators,
  errors: ['user_not_found'],
  audit: null,
  limit: 'read',
  summary: 'Everything a user may sign in with, and what is locked',
})

export const unlockUserAuthenticators = endpoint({
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  method: 'PUT',
  path: '/api/web/v1/users/:userid/authenticators/unlock',
  params,
  answer: noContent,
  errors: ['user_not_found', 'rights_not_held'],
  audit: 'AUTHENTICATORS_UNLOCKED',
  limit: 'change',
  summary: 'Forget the wrong answers that locked a user’s authenticators',
})
