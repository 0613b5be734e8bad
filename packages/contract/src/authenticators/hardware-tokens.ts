import { abort } from '@signet/rules/abort'
import { secretEncodings, tokenHashes } from '@signet/rules/token-layouts'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { AsyncJob } from '../kit/jobs.ts'
import { IdParams, PageRequest, pageOf, Uuid } from '../kit/schemas.ts'
import { AnyTokenType, Token, TokenAlgorithm, TokenState } from './tokens.ts'

export const TokenPageRequest = PageRequest.extend({
  /** The beginning of a serial number or, of assigned tokens, of the owner’s user id. */
  search: z.string().trim().min(1).max(100, abort).optional(),
  type: AnyTokenType.optional(),
  algorithmType: TokenAlgorithm.optional(),
  state: TokenState.optional(),
  groupId: Uuid.optional(),
  descending: z.boolean().default(false),
}).meta({ id: 'TokenPageRequest' })

export const ListedToken = Token.omit({ lockoutExpiry: true })
  .extend({
    /** The user id that the owner types. */
    userName: z.string().nullable(),
  })
  .meta({ id: 'ListedToken' })
export const TokenPage = pageOf(ListedToken)

const view = { actor: 'admin', needs: ['TOKENS', 'VIEW'], audit: null } as const
const { add, edit } = callsOn('TOKENS')
const list = {
  ...view,
  method: 'POST',
  body: TokenPageRequest,
  errors: [],
  limit: 'search',
} as const
const status = {
  ...view,
  method: 'GET',
  params: IdParams,
  answer: AsyncJob,
  errors: ['not_found'],
  limit: 'read',
} as const
const result = {
  ...status,
  answer: TokenPage,
  errors: ['not_found', 'job_not_completed', 'job_failed'],
} as const
const paged = '/api/web/v1/tokenspaged'
const later = '/api/web/v1/async/tokenspaged'
const longLists =
  'Sorted by serial number. Totals above 10,000 are estimates. Who is limited to groups sees the people in them and the stock that is for them.'

export const listAssignedTokens = endpoint({
  ...list,
  path: `${paged}/assigned`,
  answer: TokenPage,
  summary: 'A page of the tokens that people have',
  description: longLists,
})

export const listUnassignedTokens = endpoint({
  ...list,
  path: `${paged}/unassigned`,
  answer: TokenPage,
  summary: 'A page of the tokens in the inventory',
  description: longLists,
})

export const submitAssignedTokens = endpoint({
  ...list,
  path: `${later}/assigned`,
  answer: AsyncJob,
  summary: 'Have a page of assigned tokens prepared',
})

export const readAssignedTokensStatus = endpoint({
  ...status,
  path: `${later}/:id/assigned/status`,
  summary: 'Whether the page of assigned tokens is ready',
})

export const readAssignedTokensResult = endpoint({
  ...result,
  path: `${later}/:id/assigned/result`,
  summary: 'The page of assigned tokens that was asked for',
})

export const submitUnassignedTokens = endpoint({
  ...list,
  path: `${later}/unassigned`,
  answer: AsyncJob,
  summary: 'Have a page of unassigned tokens prepared',
})

export const readUnassignedTokensStatus = endpoint({
  ...status,
  path: `${later}/:id/unassigned/status`,
  summary: 'Whether the page of unassigned tokens is ready',
})

export const readUnassignedTokensResult = endpoint({
  ...result,
  path: `${later}/:id/unassigned/result`,
  summary: 'The page of unassigned tokens that was asked for',
})

const Code = z.string().min(6).max(24, abort)
/** A code makes sure that the token is in hand, a second one that follows it sets its clock. */
const proof = { response: Code.optional(), nextResponse: Code.optional() }

export const TokenAssignment = z.object({ userId: Uuid, ...proof }).meta({ id: 'TokenAssignment' })
export const SerialAssignment = z
  .object({ serialNumber: z.string().trim().min(1).max(64, abort), ...proof })
  .meta({ id: 'SerialAssignment' })
export const TokenReceipt = z.object(proof).meta({ id: 'TokenReceipt' })

const params = z.object({ tokenid: Uuid })
const one = '/api/web/v1/tokens/:tokenid'
const assigning = {
  ...edit,
  method: 'PUT',
  answer: Token,
  audit: 'TOKEN_ASSIGNED',
  errors: [
    'held_statement_broken',
    'not_found',
    'user_not_found',
    'token_invalid_state',
    'token_limit_reached',
    'token_not_for_user',
    'invalid_user_response',
    'rights_not_held',
  ],
} as const

export const assignToken = endpoint({
  ...assigning,
  path: `${one}/assign`,
  params,
  body: TokenAssignment,
  ordinary: 'authenticatorWork',
  summary: 'Give a token of the inventory to a user',
})

export const assignTokenBySerial = endpoint({
  ...assigning,
  path: '/api/web/v1/users/:id/tokens/assign',
  params: IdParams,
  body: SerialAssignment,
  ordinary: 'authenticatorWork',
  summary: 'Give a user the token with a serial number',
})

export const confirmToken = endpoint({
  ...edit,
  path: `${one}/assigned`,
  params,
  body: TokenReceipt.optional(),
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
  summary: 'Note that an assigned token has reached its owner: it works from then on',
})

export const unassignToken = endpoint({
  ...edit,
  path: `${one}/unassign`,
  params,
  answer: Token,
  ordinary: 'authenticatorWork',
  errors: ['not_found', 'token_invalid_state', 'rights_not_held'],
  audit: 'TOKEN_UNASSIGNED',
  summary: 'Put a token back into the inventory',
})

/** Bytes of an imported key file. */
export const keyFileBytes = 8_388_608

export const TokenImport = z
  .object({
    /** The key file in base64, as it is or compressed by gzip. */
    content: z.string().max(1_000_000, abort).check(z.base64()),
    /** Hexadecimal: opens what is encrypted with a pre-shared key. */
    key: z
      .string()
      .max(128, abort)
      .regex(/^(?:[\da-f]{2}){16,64}$/i)
      .optional(),
    /** Opens what is encrypted with a password. */
    password: z.string().min(1).max(200, abort).optional(),
    groups: z.array(Uuid).max(50, abort).default([]),
    /** Only says what would be imported. */
    dryRun: z.boolean().default(false),
  })
  .meta({ id: 'TokenImport' })

export const TokenImportResult = z
  .object({
    imported: z.int(),
    /** Why others were not, in the order of the file. */
    refused: z.array(
      z.object({
        serialNumber: z.string(),
        reason: z.enum(['EXISTS', 'REPEATED', 'UNSUPPORTED', 'WEAK_SECRET', 'YUBICO_OTP']),
      }),
    ),
    /** Whose file it is; null for one without tokens. */
    layout: z.enum(['PSKC', 'SAFENET', 'DUALSHIELD', 'SAFEWORD']).nullable().default(null),
    /** The tokens by what they are, with what the file does not say and is assumed. */
    kinds: z
      .array(
        z.object({
          count: z.int(),
          algorithmType: TokenAlgorithm,
          hash: z.enum(tokenHashes),
          digits: z.int(),
          periodSeconds: z.int(),
          assumed: z.array(z.enum(['algorithmType', 'hash', 'digits', 'periodSeconds', 'counter'])),
        }),
      )
      .default([]),
  })
  .meta({ id: 'TokenImportResult' })

/** A token of a file, and a code that it shows now. */
export const TokenTrial = z
  .object({
    serialNumber: z.string().trim().min(1).max(64, abort),
    response: z.string().trim().min(6).max(24, abort),
  })
  .meta({ id: 'TokenTrial' })

export const TokenFileTrial = TokenImport.pick({ content: true, key: true, password: true })
  .extend(TokenTrial.shape)
  .meta({ id: 'TokenFileTrial' })

export const TokenTrialResult = z
  .object({
    /** Whether the token, imported from this file, would accept the code. */
    fits: z.boolean(),
    /** Every reading of the secret that makes the code; the first is that of the import if it fits. */
    found: z.array(
      z.object({
        algorithmType: z.enum(['OATH_HOTP', 'OATH_TOTP']),
        hash: z.enum(tokenHashes),
        digits: z.int(),
        /** Null for a counter. */
        periodSeconds: z.int().nullable(),
        counter: z.int().nullable(),
        /** How far the clock of the token is ahead; null for a counter. */
        driftSeconds: z.int().nullable(),
        /** How the cell is read; null where the file leaves no choice. */
        secretEncoding: z.enum(secretEncodings).nullable(),
      }),
    ),
    /** What the import would make of it. */
    imported: z.object({
      algorithmType: TokenAlgorithm,
      hash: z.enum(tokenHashes),
      digits: z.int(),
      periodSeconds: z.int(),
      assumed: z.array(z.object({ column: z.string(), value: z.string() })),
    }),
  })
  .meta({ id: 'TokenTrialResult' })

/** Of every call that tries a code. */
export const trialText =
  'Looks for the code among those that the secret makes within ten minutes of now, or with the next 100 counters: for each hash function, steps of 30 and 60 seconds, and each reading of the secret. Nothing is stored.'

export const tryTokenFile = endpoint({
  ...add,
  path: '/api/web/v1/tokens/import/trial',
  body: TokenFileTrial,
  answer: TokenTrialResult,
  errors: ['token_file_invalid', 'not_found'],
  audit: null,
  limit: 'heavy',
  summary: 'Try a code of one token of a key file before it is imported',
  description: trialText,
})

export const importTokens = endpoint({
  ...add,
  path: '/api/web/v1/tokens/import',
  body: TokenImport,
  answer: TokenImportResult,
  ordinary: 'authenticatorWork',
  errors: ['token_file_invalid', 'group_not_found', 'rights_not_held'],
  audit: 'TOKEN_CREATED',
  limit: 'heavy',
  summary: 'Import hardware tokens from a key file (RFC 6030, or a maker’s own)',
  description:
    'The file is sent in base64, as it is or compressed by gzip. Keys may stand in clear, or be encrypted with a pre-shared key or a password (PBES2); a MAC is checked before anything is decrypted. Seed files of SafeNet (XML and SafeWord records) and Deepnet DualShield are read, too. Secrets never leave again.',
})
