import { abort } from '@signet/rules/abort'
import { signInProgramTypes } from '@signet/rules/applications'
import { isIpAddress } from '@signet/rules/network'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { AuthenticatorChoice, ChallengeAnswer, SignInAuthenticator } from './authentication.ts'
import { PushState } from './pushes.ts'
import { RequiredAction } from './required-actions.ts'

const AuthToken = z.string().min(20).max(6000, abort)

/** Where a sign-in through an application stands. */
export const ApplicationSignIn = z
  .object({
    authenticationCompleted: z.boolean(),
    /** Who signed in, by their user id; null until it is completed. */
    userId: z.string().nullable(),
    /** Goes on with the sign-in, in the session that began it, for fifteen minutes; null at its end. */
    authToken: z.string().nullable(),
    /** What may be used for the step that is due, preferred first, of what can be asked here. */
    authenticators: z.array(AuthenticatorChoice),
    /** False while the first factor is due, true for the second. */
    secondFactor: z.boolean(),
    /** What somebody has to do in the user portal first: it ends this sign-in. */
    requiredActions: z.array(RequiredAction),
    /** Of a person’s app that was asked; null where none was. */
    pushStatus: PushState.shape.status.nullable(),
  })
  .meta({ id: 'ApplicationSignIn' })

export const ApplicationSignInChallenge = ChallengeAnswer.pick({
  authToken: true,
  otp: true,
  gridChallenge: true,
  tokenChallenge: true,
  push: true,
}).meta({ id: 'ApplicationSignInChallenge' })

/** What can be asked through a program: no browser of ours is there. */
export const applicationSignInAuthenticators = [
  'PASSWORD',
  'TOKEN',
  'TOKENCR',
  'TOKENPUSH',
  'OTP',
  'GRID',
  'TEMP_ACCESS_CODE',
  'RECOVERY_CODE',
  'EXTERNAL',
] as const
const Authenticator = SignInAuthenticator.extract(applicationSignInAuthenticators)

const path = '/api/web/v1/authentication/applications'
const program = {
  actor: 'admin',
  needs: ['USERS', 'EDIT'],
  alsoFor: signInProgramTypes,
  method: 'POST',
  limit: 'agent',
  api: 'authentication',
} as const
const same =
  'The same engine as every other sign-in: wrong answers count where all others of the person do, a right code is used up, and the rules about the application judge the risk, or those of the portal where it has none. It leads to no session with this service.'

export const beginApplicationSignIn = endpoint({
  ...program,
  path: `${path}/query`,
  body: z
    .object({
      /** Who wants in: user id, alias, or an address that signs in. */
      userId: z.string().min(1).max(1024, abort),
      /** Where the person is, for rules about places; left out: nowhere that is known. */
      clientAddress: z
        .string()
        .trim()
        .max(64, abort)
        .refine(isIpAddress, 'ip_invalid')
        .nullable()
        .default(null),
    })
    .strict()
    .meta({ id: 'ApplicationSignInQuery' }),
  answer: ApplicationSignIn,
  errors: ['access_denied'],
  audit: null,
  summary: 'For agents and gateways: begin the sign-in of somebody who stands before them',
  description: `An unknown user id is answered like a known one. Open to the session of an application alone. ${same}`,
})

export const challengeApplicationSignIn = endpoint({
  ...program,
  path: `${path}/challenge`,
  body: z
    .object({ authToken: AuthToken, authenticator: Authenticator })
    .strict()
    .meta({ id: 'ApplicationSignInQuestion' }),
  answer: ApplicationSignInChallenge,
  errors: [
    'access_denied',
    'no_transaction',
    'no_otp',
    'sms_voice_used_up',
    'push_paused',
    'too_many_requests',
  ],
  audit: null,
  summary: 'For agents and gateways: what somebody has to answer',
  description: 'Sends the code, or asks the person’s app, where there is one.',
})

export const completeApplicationSignIn = endpoint({
  ...program,
  path: `${path}/authenticate`,
  body: z
    .object({
      authToken: AuthToken,
      authenticator: Authenticator,
      /** Empty for TOKENPUSH: the person’s app answers. */
      response: z.string().max(1024, abort).default(''),
    })
    .strict()
    .meta({ id: 'ApplicationSignInAnswer' }),
  answer: ApplicationSignIn,
  ordinary: 'userVerification',
  errors: [
    'access_denied',
    'account_locked',
    'invalid_user_response',
    'invalid_user_response_locked',
    'no_transaction',
    'registration_expired',
    'user_invalid_state',
    'user_locked',
  ],
  audit: 'AUTHENTICATION',
  summary: 'For agents and gateways: take an answer, and tell what comes next',
  description: `TOKENPUSH answers as soon as the app has, else PENDING after at most 25 s: ask again with the same token. ${same}`,
})
