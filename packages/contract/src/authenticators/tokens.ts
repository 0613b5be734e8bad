import { abort } from '@signet/rules/abort'
import { foldCode } from '@signet/rules/codes'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, Uuid } from '../kit/schemas.ts'

/** ENTRUST_SOFT_TOKEN: the Signet Authenticator; GOOGLE_AUTHENTICATOR: any app for time-based codes. */
export const TokenType = z
  .enum(['ENTRUST_SOFT_TOKEN', 'GOOGLE_AUTHENTICATOR'])
  .meta({ id: 'TokenType' })
/** As `TokenType`, and hardware, which is imported and assigned. */
export const AnyTokenType = z
  .enum([...TokenType.options, 'OATH_PHYSICAL_TOKEN'])
  .meta({ id: 'AnyTokenType' })
/**
 * NEW: made, or on its way to its owner; ACTIVATING: its secret was shown; ACTIVE: proven; INACTIVE:
 * switched off; UNASSIGNED: hardware in the inventory.
 */
export const TokenState = z
  .enum(['NEW', 'ACTIVATING', 'ACTIVE', 'INACTIVE', 'UNASSIGNED'])
  .meta({ id: 'TokenState' })
export const TokenAlgorithm = z
  .enum(['AT', 'OATH_HOTP', 'OATH_OCRA', 'OATH_TOTP', 'VENDOR'])
  .meta({ id: 'TokenAlgorithm' })

export const Token = z
  .object({
    id: Uuid,
    serialNumber: z.string(),
    type: AnyTokenType,
    algorithmType: TokenAlgorithm,
    /** Null while it is unassigned. */
    userId: Uuid.nullable(),
    label: z.string().nullable(),
    /** Groups whose members it is for; empty: anybody. */
    groups: z.array(z.object({ id: Uuid, name: z.string() })).default([]),
    state: TokenState,
    /** Whether a PIN stands before its codes, or is signed with them. */
    hasPin: z.boolean().default(false),
    manufacturer: z.string().nullable().default(null),
    model: z.string().nullable().default(null),
    createDate: Instant,
    lastUsedDate: Instant.nullable(),
    /** Until when wrong codes from strange devices keep it locked. */
    lockoutExpiry: Instant.nullable(),
    /** Of time-based tokens: what accepted codes tell of its clock; null for others. */
    clockDrift: z
      .object({
        /** How far it is ahead; negative: behind. */
        seconds: z.int(),
        /** When two codes last set it, or the drift was reset; null: never. */
        synchronisedAt: Instant.nullable(),
      })
      .nullable()
      .default(null),
  })
  .meta({ id: 'Token' })

/** What an app needs to take the token over; shown once. */
export const TokenActivation = z
  .object({
    /** Null for a token that the Signet Authenticator takes over: its secret goes to the app alone. */
    otpauthUri: z.string().nullable(),
    secret: z.string().nullable(),
    /** ENTRUST_SOFT_TOKEN: the address that the app opens, also as a QR code; good once. */
    softToken: z.object({ link: z.string(), expiresAt: Instant }).nullable().default(null),
    /** Whether the service that manages devices took the link; null when it was not asked. */
    handedOver: z.boolean().nullable().default(null),
  })
  .meta({ id: 'TokenActivation' })

/** Left out: nobody is mailed, and nothing is handed over. */
export const TokenActivationRequest = z
  .object({
    /** ENTRUST_SOFT_TOKEN: the link goes to the owner’s confirmed address, too. */
    mail: z.boolean().default(false),
    /** ENTRUST_SOFT_TOKEN: the link goes to the service of `settings/sdp`, which brings it to a device. */
    handOver: z.boolean().default(false),
  })
  .meta({ id: 'TokenActivationRequest' })

export const TokenLabel = z.object({ label: Line(100).nullable() }).meta({ id: 'TokenLabel' })
export const TokenPin = z
  .string()
  .max(12, abort)
  .regex(/^\d{4,12}$/)
/** A field left out stays as it is. */
export const TokenChange = z
  .object({
    label: Line(100).nullable().optional(),
    /** Typed before the code, or into a token that signs it; null takes it away. */
    pin: TokenPin.nullable().optional(),
    groups: z.array(Uuid).max(50, abort).optional(),
  })
  .meta({ id: 'TokenChange' })
/** The number that a token shows which has locked itself. */
export const TokenUnlock = z
  .object({
    unlockChallenge: z
      .string()
      .max(48, abort)
      .overwrite(foldCode)
      .regex(/^\d{4,16}$/)
      .optional(),
  })
  .meta({ id: 'TokenUnlock' })
export const UnlockedToken = Token.extend({
  /** What is typed into the token; null without a challenge. */
  unlockResponse: z.string().nullable(),
}).meta({ id: 'UnlockedToken' })
export const SynchronisedToken = Token.extend({
  /** Until when failed attempts lock its owner out of codes; null when they do not. */
  lockedOutUntil: Instant.nullable(),
}).meta({ id: 'SynchronisedToken' })
export const TokenStateChange = z
  .object({ state: z.enum(['ACTIVE', 'INACTIVE']) })
  .meta({ id: 'TokenStateChange' })
/** A code as typed or pasted: spaces, dashes and marks between the digits are not part of it. */
const TypedCode = z.string().min(6).max(48, abort)
export const TokenRegistration = z
  .object({
    /** A code that the app shows for the new token. */
    registrationCode: TypedCode,
  })
  .meta({ id: 'TokenRegistration' })
/** Two codes in a row bring a token back whose clock has run away. */
export const TokenSynchronisation = z
  .object({
    response: TypedCode,
    nextResponse: TypedCode,
  })
  .meta({ id: 'TokenSynchronisation' })

const params = z.object({ tokenid: Uuid })
const path = '/api/web/v1/tokens/:tokenid'
const { view, add, remove } = callsOn('TOKENS')
const edit = { actor: 'admin', needs: ['TOKENS', 'EDIT'], limit: 'change', params } as const

export const createUserToken = endpoint({
  ...add,
  path: '/api/web/v1/users/:userid/tokens/:type',
  params: z.object({ userid: Uuid, type: TokenType }),
  body: z.object({ label: Line(100).optional() }).meta({ id: 'NewToken' }),
  answer: Token,
  ordinary: 'authenticatorWork',
  errors: ['held_statement_broken', 'user_not_found', 'rights_not_held', 'token_limit_reached'],
  audit: 'TOKEN_CREATED',
  summary: 'Make a token for a user',
})

export const readToken = endpoint({
  ...view,
  path,
  params,
  answer: Token,
  errors: ['not_found'],
  summary: 'Read a token',
})

export const readTokenBySerial = endpoint({
  ...view,
  path: '/api/web/v1/tokens/sernum/:sernum',
  params: z.object({ sernum: z.string().min(1).max(40, abort) }),
  answer: Token,
  errors: ['not_found'],
  summary: 'Read a token by its serial number',
})

export const readUserToken = endpoint({
  ...view,
  path: '/api/web/v1/user/:useruuid/token/:tokenid',
  params: z.object({ useruuid: Uuid, tokenid: Uuid }),
  answer: Token,
  errors: ['not_found'],
  summary: 'Read a token of a user',
})

export const updateToken = endpoint({
  ...edit,
  method: 'PUT',
  path,
  body: TokenChange,
  answer: Token,
  ordinary: 'authenticatorWork',
  errors: ['not_found', 'precondition_failed', 'rights_not_held', 'group_not_found'],
  audit: 'TOKEN_UPDATED',
  summary: 'Change a token’s label, its PIN, or the groups it is for',
})

export const deleteToken = endpoint({
  ...remove,
  path,
  params,
  ordinary: 'authenticatorWork',
  errors: ['not_found', 'rights_not_held', 'precondition_failed'],
  audit: 'TOKEN_DELETED',
  summary: 'Delete a token',
})

export const startTokenActivation = endpoint({
  ...edit,
  method: 'POST',
  path: `${path}/activation`,
  body: TokenActivationRequest.optional(),
  answer: TokenActivation,
  ordinary: 'authenticatorWork',
  errors: ['not_found', 'token_invalid_state', 'rights_not_held', 'no_contact'],
  audit: 'TOKEN_ACTIVATION_STARTED',
  reveals: ['tokenSecret'],
  summary: 'Begin to activate a token: gives a new secret, once',
  description:
    'With `mail` the link of a soft token goes to its owner. Whoever reads that mail has no use of it alone: nothing counts before the owner, signed in, or an administrator has typed a code that the app shows.',
})

export const completeTokenActivation = endpoint({
  ...edit,
  method: 'PUT',
  path: `${path}/activation`,
  body: TokenRegistration,
  answer: Token,
  ordinary: 'authenticatorWork',
  errors: [
    'held_statement_broken',
    'not_found',
    'token_invalid_state',
    'invalid_user_response',
    'rights_not_held',
  ],
  audit: 'TOKEN_ACTIVATED',
  summary: 'Complete the activation with a code of the token',
})

export const changeTokenState = endpoint({
  ...edit,
  method: 'PUT',
  path: `${path}/changestate`,
  body: TokenStateChange,
  answer: Token,
  ordinary: 'authenticatorWork',
  errors: ['held_statement_broken', 'not_found', 'token_invalid_state', 'rights_not_held'],
  audit: 'TOKEN_STATE_CHANGED',
  summary: 'Switch a token on or off',
})

export const synchroniseToken = endpoint({
  ...edit,
  method: 'PUT',
  path: `${path}/reset`,
  body: TokenSynchronisation,
  answer: SynchronisedToken,
  ordinary: 'authenticatorWork',
  errors: ['not_found', 'token_invalid_state', 'invalid_user_response', 'rights_not_held'],
  audit: 'TOKEN_SYNCHRONISED',
  versioned: true,
  summary: 'Synchronize a token by two codes in a row',
  description:
    'Failed attempts stay counted: where they have locked the owner out, the answer says until when, and `unlock` ends it.',
})

export const unlockToken = endpoint({
  ...edit,
  method: 'PUT',
  path: `${path}/unlock`,
  body: TokenUnlock.optional(),
  answer: UnlockedToken,
  ordinary: 'authenticatorWork',
  errors: ['not_found', 'rights_not_held'],
  audit: 'TOKEN_UNLOCKED',
  versioned: true,
  summary: 'Forget the wrong codes that locked a user’s tokens',
  description:
    'With the number that a locked token shows, also says what is typed into it: the answer by OCRA-1:HOTP-SHA256-8:QN08 under HMAC-SHA-256(secret, "unlock").',
})
