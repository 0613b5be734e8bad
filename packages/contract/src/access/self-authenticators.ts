import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import {
  FidoChange,
  FidoCreationOptions,
  FidoRegistrationBody,
  FidoToken,
} from '../authenticators/fido.ts'
import { Grid } from '../authenticators/grids.ts'
import { KbaStatus } from '../authenticators/kba.ts'
import {
  NewPassword,
  PasswordRules,
  PasswordStatus,
  PasswordVerdict,
  SetPasswordStatus,
} from '../authenticators/passwords.ts'
import { RecoveryCodeStatus, RecoveryCodes } from '../authenticators/recovery-codes.ts'
import {
  SynchronisedToken,
  Token,
  TokenActivation,
  TokenActivationRequest,
  TokenLabel,
  TokenRegistration,
  TokenStateChange,
  TokenSynchronisation,
  TokenType,
} from '../authenticators/tokens.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Line, noContent, Uuid } from '../kit/schemas.ts'

const path = '/api/web/v1/self'
const read = { actor: 'user', limit: 'read', audit: null } as const
const change = { actor: 'user', limit: 'change' } as const
/** Part of the tab that shows the ways to sign in. */
const inTab = { tab: 'AUTHENTICATORS' } as const

export const SelfAuthenticators = z
  .object({
    password: PasswordStatus,
    tokens: z.array(Token),
    fidoTokens: z.array(FidoToken),
    grids: z.array(Grid).default([]),
    recoveryCodes: RecoveryCodeStatus,
    kba: KbaStatus,
  })
  .meta({ id: 'SelfAuthenticators' })

export const readOwnAuthenticators = endpoint({
  ...read,
  ...inTab,
  whileDue: true,
  method: 'GET',
  path: `${path}/authenticators`,
  answer: SelfAuthenticators,
  errors: [],
  summary: 'Everything this user may sign in with',
})

export const readOwnPassword = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/users/passwords`,
  answer: PasswordStatus,
  errors: [],
  summary: 'State of this user’s password',
})

export const changeOwnPassword = endpoint({
  ...change,
  limit: 'authenticate',
  method: 'PUT',
  path: `${path}/users/passwords`,
  body: z
    .object({ currentPassword: z.string().max(1024, abort), newPassword: NewPassword })
    .meta({ id: 'PasswordChange' }),
  answer: SetPasswordStatus,
  errors: [
    'invalid_user_response',
    'invalid_user_response_locked',
    'password_invalid',
    'password_invalid_compromised',
    'password_invalid_history',
  ],
  audit: 'PASSWORD_CHANGED',
  summary: 'Change the own password',
  description: 'Ends every other session of this user. Wrong current passwords are counted.',
})

export const notifyOwnPassword = endpoint({
  ...change,
  method: 'PUT',
  path: `${path}/users/password/notify`,
  answer: noContent,
  errors: ['email_server_missing'],
  audit: 'PASSWORD_NOTIFIED',
  summary: 'Have a mail sent that leads to the password reset',
})

export const validateOwnPassword = endpoint({
  ...read,
  limit: 'heavy',
  method: 'POST',
  path: `${path}/users/password/validate`,
  body: z.object({ password: NewPassword }).meta({ id: 'OwnPasswordCandidate' }),
  answer: PasswordVerdict,
  errors: [],
  summary: 'Whether a password would be accepted, and which rules it fails',
})

export const readOwnPasswordRules = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/settings/password`,
  answer: PasswordRules,
  errors: [],
  summary: 'The rules the own password has to meet',
})

export const readOwnPasswordReset = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/settings/passwordreset`,
  answer: z.object({ passwordResetEnabled: z.boolean() }).meta({ id: 'OwnPasswordReset' }),
  errors: [],
  summary: 'Whether this user may reset a forgotten password',
})

export const unlockOwnPassword = endpoint({
  ...change,
  method: 'POST',
  path: `${path}/passwordunlock`,
  answer: noContent,
  errors: ['step_up_required'],
  audit: 'PASSWORD_UNLOCKED',
  summary: 'Forget the wrong passwords that locked sign-in from strange devices',
})

const tokenPath = `${path}/tokens/:tokenid`
const tokenParams = z.object({ tokenid: Uuid })

export const listOwnTokens = endpoint({
  ...read,
  ...inTab,
  method: 'GET',
  path: `${path}/tokens`,
  answer: z.array(Token),
  errors: [],
  summary: 'The tokens of this user',
})

export const createOwnToken = endpoint({
  ...change,
  ...inTab,
  whileDue: true,
  method: 'POST',
  path: `${path}/tokens/:type`,
  params: z.object({ type: TokenType }),
  body: z.object({ label: Line(100).optional() }).meta({ id: 'NewOwnToken' }),
  answer: Token,
  errors: ['token_limit_reached', 'step_up_required'],
  audit: 'TOKEN_CREATED',
  summary: 'Make a token for oneself',
})

/** `handOver`: the link also goes to the service of `settings/sdp` (`sdpEnabled` of the own settings). */
export const OwnTokenActivationRequest = TokenActivationRequest.pick({ handOver: true }).meta({
  id: 'OwnTokenActivationRequest',
})

export const startOwnTokenActivation = endpoint({
  ...change,
  ...inTab,
  whileDue: true,
  method: 'POST',
  path: `${tokenPath}/activation`,
  params: tokenParams,
  body: OwnTokenActivationRequest.optional(),
  answer: TokenActivation,
  errors: ['not_found', 'token_invalid_state', 'step_up_required'],
  audit: 'TOKEN_ACTIVATION_STARTED',
  reveals: ['tokenSecret'],
  summary: 'Begin to activate an own token: gives a new secret, once',
})

export const completeOwnTokenActivation = endpoint({
  ...change,
  ...inTab,
  whileDue: true,
  method: 'PUT',
  path: `${tokenPath}/activation`,
  params: tokenParams,
  body: TokenRegistration,
  answer: Token,
  errors: ['not_found', 'token_invalid_state', 'invalid_user_response'],
  audit: 'TOKEN_ACTIVATED',
  summary: 'Complete the activation with a code of the token',
})

export const startOwnOfflineActivation = endpoint({
  ...change,
  ...inTab,
  whileDue: true,
  method: 'POST',
  path: `${path}/tokens/offline`,
  body: z.object({ tokenid: Uuid }).meta({ id: 'OfflineActivation' }),
  answer: TokenActivation,
  errors: ['not_found', 'token_invalid_state', 'step_up_required'],
  audit: 'TOKEN_ACTIVATION_STARTED',
  reveals: ['tokenSecret'],
  summary: 'Begin to activate an own soft token on a phone without a network',
  description: 'The app reads all it needs from the QR code. It shows codes and gets no pushes.',
})

export const completeOwnTokenRegistration = endpoint({
  ...change,
  ...inTab,
  whileDue: true,
  method: 'PUT',
  path: `${tokenPath}/registration`,
  params: tokenParams,
  body: TokenRegistration,
  answer: Token,
  errors: ['not_found', 'token_invalid_state', 'invalid_user_response'],
  audit: 'TOKEN_ACTIVATED',
  summary: 'Confirm the app that took an own token over, by the code that it shows',
})

export const updateOwnToken = endpoint({
  ...change,
  ...inTab,
  method: 'PUT',
  path: `${tokenPath}/label`,
  params: tokenParams,
  body: TokenLabel,
  answer: Token,
  errors: ['not_found', 'precondition_failed'],
  audit: 'TOKEN_UPDATED',
  summary: 'Change an own token’s label',
})

export const changeOwnTokenState = endpoint({
  ...change,
  ...inTab,
  method: 'PUT',
  path: `${tokenPath}/changestate`,
  params: tokenParams,
  body: TokenStateChange,
  answer: Token,
  errors: ['not_found', 'token_invalid_state', 'step_up_required'],
  audit: 'TOKEN_STATE_CHANGED',
  summary: 'Switch an own token on or off',
})

export const synchroniseOwnToken = endpoint({
  ...change,
  ...inTab,
  method: 'PUT',
  path: `${tokenPath}/reset`,
  params: tokenParams,
  body: TokenSynchronisation,
  answer: SynchronisedToken,
  versioned: true,
  errors: ['not_found', 'token_invalid_state', 'invalid_user_response', 'step_up_required'],
  audit: 'TOKEN_SYNCHRONISED',
  summary: 'Synchronise an own token by two codes in a row',
})

export const deleteOwnToken = endpoint({
  ...change,
  ...inTab,
  method: 'DELETE',
  path: tokenPath,
  params: tokenParams,
  answer: noContent,
  errors: ['not_found', 'precondition_failed', 'step_up_required'],
  audit: 'TOKEN_DELETED',
  summary: 'Delete an own token',
})

const fidoPath = `${path}/fidotokens`
const fidoParams = z.object({ fidoid: Uuid })

export const startOwnFidoRegistration = endpoint({
  ...change,
  ...inTab,
  whileDue: true,
  method: 'GET',
  path: fidoPath,
  answer: FidoCreationOptions,
  errors: ['token_limit_reached', 'step_up_required'],
  audit: null,
  changesOnGet: true,
  summary: 'Begin to register a passkey',
})

export const completeOwnFidoRegistration = endpoint({
  ...change,
  ...inTab,
  whileDue: true,
  method: 'POST',
  path: fidoPath,
  body: FidoRegistrationBody,
  answer: FidoToken,
  errors: ['invalid_user_response', 'passkey_not_allowed', 'token_limit_reached'],
  audit: 'FIDO_CREATED',
  summary: 'Complete the registration of a passkey',
})

export const readOwnFidoToken = endpoint({
  ...read,
  ...inTab,
  method: 'GET',
  path: `${fidoPath}/:fidoid`,
  params: fidoParams,
  answer: FidoToken,
  errors: ['not_found'],
  summary: 'Read an own passkey',
})

export const updateOwnFidoToken = endpoint({
  ...change,
  ...inTab,
  method: 'PUT',
  path: `${fidoPath}/:fidoid`,
  params: fidoParams,
  body: FidoChange,
  answer: FidoToken,
  errors: ['not_found', 'passkey_last', 'precondition_failed', 'step_up_required'],
  audit: 'FIDO_UPDATED',
  summary: 'Rename an own passkey or switch it on or off',
  description:
    'The last way in stays on: somebody without a password or an account elsewhere keeps one.',
})

export const deleteOwnFidoToken = endpoint({
  ...change,
  ...inTab,
  method: 'DELETE',
  path: `${fidoPath}/:fidoid`,
  params: fidoParams,
  answer: noContent,
  errors: ['not_found', 'passkey_last', 'precondition_failed', 'step_up_required'],
  audit: 'FIDO_DELETED',
  summary: 'Delete an own passkey',
  description:
    'Refused for the last way in: somebody without a password or an account elsewhere keeps one.',
})

export const readOwnRecoveryCodes = endpoint({
  ...read,
  ...inTab,
  method: 'GET',
  path: `${path}/recoverycodes`,
  answer: RecoveryCodeStatus,
  errors: [],
  summary: 'How many recovery codes this user has left',
})

export const createOwnRecoveryCodes = endpoint({
  ...change,
  whileDue: true,
  method: 'POST',
  path: `${path}/recoverycodes`,
  answer: RecoveryCodes,
  errors: ['step_up_required'],
  audit: 'RECOVERY_CODES_CREATED',
  reveals: ['recoveryCodes'],
  summary: 'Make ten new recovery codes; the former ones end',
})
