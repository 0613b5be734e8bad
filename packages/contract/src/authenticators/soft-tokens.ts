import { abort } from '@signet/rules/abort'
import { tokenHashes } from '@signet/rules/token-layouts'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Instant, Line, noContent, Uuid } from '../kit/schemas.ts'

/*
 * What installed apps call (docs/protocols/soft-token.md). Each call carries a DPoP proof (RFC 9449)
 * of the app's own key: that is who it is.
 */

const Coordinate = z
  .string()
  .max(43, abort)
  .regex(/^[\w-]{43}$/)

/** An ECDSA P-256 key as JWK (RFC 7518, section 6.2). */
export const DeviceKey = z
  .strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: Coordinate, y: Coordinate })
  .meta({ id: 'DeviceKey' })

export const SoftTokenClaim = z
  .object({
    /** From the activation's link. */
    claim: z
      .string()
      .max(22, abort)
      .regex(/^[\w-]{22}$/),
    publicKey: DeviceKey,
    /** How its owner tells it from others. */
    name: Line(100),
    platform: z.enum(['WEB', 'IOS', 'ANDROID']),
    /** Android: a verdict of the Play Integrity API, where the service provider checks them (docs/protocols/soft-token.md). */
    integrityToken: z.string().max(20_000, abort).optional(),
  })
  .meta({ id: 'SoftTokenClaim' })

/** All an app needs to show codes; told once. */
export const SoftTokenSecret = z
  .object({
    tokenId: Uuid,
    serialNumber: z.string(),
    issuer: z.string(),
    account: z.string(),
    /** Base32 (RFC 4648, section 6). */
    secret: z.string(),
    algorithm: z.enum(tokenHashes),
    digits: z.int(),
    periodSeconds: z.int(),
    /** The clock that codes are judged by. */
    time: Instant,
  })
  .meta({ id: 'SoftTokenSecret' })

/** What the app shows of a push, in `details`. */
export const PushDetails = z
  .object({
    issuer: z.string(),
    /** Null for the tenant’s own console and portal. */
    application: z.string().nullable(),
    purpose: z.enum(['SIGN_IN', 'SETUP', 'STEP_UP', 'RESET', 'VERIFY', 'CALL']),
    /** VERIFY and CALL: who asks, in place of a browser. */
    agent: z.string().optional(),
    /** CALL: what both read to each other. */
    number: z.string().optional(),
    /** Where the waiting browser is, as the service sees it. */
    address: z.string().nullable(),
    browser: z.string().nullable(),
    at: Instant,
  })
  .meta({ id: 'PushDetails' })

export const SoftTokenPush = z
  .object({
    id: Uuid,
    /** JSON of `PushDetails`: this very text is shown and signed. */
    details: z.string(),
    /** The number that the waiting browser shows has to be typed. */
    numberAsked: z.boolean(),
    expiresAt: Instant,
  })
  .meta({ id: 'SoftTokenPush' })

export const SoftTokenStanding = z
  .object({
    /** PENDING: its owner has yet to type the code that it shows; INACTIVE: switched off. */
    state: z.enum(['PENDING', 'ACTIVE', 'INACTIVE']),
    pushes: z.array(SoftTokenPush),
    time: Instant,
  })
  .meta({ id: 'SoftTokenStanding' })

export const PushAnswer = z
  .object({
    /** CONCERN: “this is not me”. */
    decision: z.enum(['APPROVE', 'DENY', 'CONCERN']),
    number: z
      .string()
      .max(2, abort)
      .regex(/^\d{2}$/)
      .optional(),
    /** ECDSA P-256 with SHA-256 over the answer, base64url of r and s (IEEE P1363). */
    signature: z
      .string()
      .max(86, abort)
      .regex(/^[\w-]{86}$/),
  })
  .meta({ id: 'PushAnswer' })

const app = { actor: 'public', limit: 'authenticate', api: 'authentication' } as const
const path = '/api/web/v1/softtokens'

export const claimSoftToken = endpoint({
  ...app,
  method: 'POST',
  path,
  body: SoftTokenClaim,
  answer: SoftTokenSecret,
  errors: ['not_found', 'token_invalid_state', 'access_denied'],
  audit: 'SOFT_TOKEN_CLAIMED',
  reveals: ['tokenSecret'],
  summary: 'An app takes a token over by the link of its activation',
  description:
    'The proof has to be of the key that is given. The token waits until its owner has typed a code that the app shows.',
})

export const readSoftToken = endpoint({
  ...app,
  method: 'GET',
  path,
  answer: SoftTokenStanding,
  errors: ['not_found'],
  audit: null,
  summary: 'What an app is asked at present',
})

export const answerPush = endpoint({
  ...app,
  method: 'POST',
  path: `${path}/pushes/:pushid`,
  params: z.object({ pushid: Uuid }),
  body: PushAnswer,
  answer: noContent,
  errors: ['not_found', 'invalid_user_response'],
  audit: 'PUSH_ANSWERED',
  summary: 'An app answers a push',
  description:
    'Signed over, each on a line: `signet-push-1`, the tenant’s address, the push’s id, the decision, the number or nothing, SHA-256 of the details in base64url. A wrong number ends the push.',
})

export const removeSoftToken = endpoint({
  ...app,
  whileLocked: true,
  method: 'DELETE',
  path,
  answer: noContent,
  errors: ['not_found'],
  audit: 'SOFT_TOKEN_REMOVED',
  summary: 'An app gives its token up: it shows no more codes and is asked nothing',
})
