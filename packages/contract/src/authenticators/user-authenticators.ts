import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, noContent, Uuid } from '../kit/schemas.ts'
import { FidoToken } from './fido.ts'
import { Grid } from './grids.ts'
import { KbaStatus } from './kba.ts'
import { PasswordStatus } from './passwords.ts'
import { RecoveryCodeStatus } from './recovery-codes.ts'
import { TemporaryAccessCode } from './temp-access-codes.ts'
import { Token } from './tokens.ts'

/** Wrong answers counted for one kind of authenticator and device. */
export const AuthenticatorLockout = z
  .object({
    type: z.string(),
    /** STRANGE: all devices that have never signed in, counted together. */
    device: z.enum(['KNOWN', 'STRANGE']),
    /** Wrong answers until it locks, as this user's policies have it. */
    attempts: z.int(),
    /** Those that are left; 0 while it is locked. */
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
    grids: z.array(Grid).default([]),
    recoveryCodes: RecoveryCodeStatus,
    tempAccessCode: TemporaryAccessCode.nullable(),
    kba: KbaStatus,
    lockouts: z.array(AuthenticatorLockout),
  })
  .meta({ id: 'UserAuthenticators' })

const params = z.object({ userid: Uuid })

const { view, edit } = callsOn('USERS')

export const readUserAuthenticators = endpoint({
  ...view,
  path: '/api/web/v1/users/:userid/authenticators',
  params,
  answer: UserAuthenticators,
  errors: ['user_not_found'],
  summary: 'Everything a user may sign in with, and what is locked',
})

export const unlockUserAuthenticators = endpoint({
  ...edit,
  path: '/api/web/v1/users/:userid/authenticators/unlock',
  params,
  answer: noContent,
  ordinary: 'authenticatorWork',
  errors: ['user_not_found', 'rights_not_held'],
  audit: 'AUTHENTICATORS_UNLOCKED',
  summary: 'Forget the wrong answers that locked a user’s authenticators',
})
