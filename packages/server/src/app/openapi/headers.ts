import type { ErrorCode } from '@signet/contract/errors'
import { type Endpoint, takesIdempotencyKey, takesVersion } from '@signet/contract/kit/endpoint'
import { acceptingLockout, lockouts } from '@signet/contract/kit/lockouts'
import type { Json } from './json.ts'

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const

/** Headers of answers. */
export const answerHeaders = {
  'DPoP-Nonce': {
    description: 'The nonce that the next DPoP proof carries (RFC 9449, section 8.2).',
    schema: text,
  },
  ETag: {
    description:
      'The version of what is answered (RFC 9110, section 8.8.3): send it back in `If-Match`.',
    schema: { type: 'string', examples: ['"3"'] },
  },
  'Idempotent-Replayed': {
    description: '`true`: this is the answer to an earlier call with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: {
    description: 'The URL of what was created.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: count },
  'X-Ratelimit-Limit': {
    description: 'Requests that may follow each other at once.',
    schema: count,
  },
  'X-Ratelimit-Remaining': { description: 'Requests that are left.', schema: count },
  'X-Ratelimit-Reset': {
    description: 'Seconds until another request is accepted; 0 while some are left.',
    schema: count,
  },
  'X-Request-Id': {
    description: 'Names this request in the log of the service.',
    schema: { type: 'string', format: 'uuid' },
  },
} as const

type Header = keyof typeof answerHeaders

const referring = (names: readonly Header[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const limited = ['X-Ratelimit-Limit', 'X-Ratelimit-Remaining', 'X-Ratelimit-Reset'] as const

export const headersOfFailure = (status: number, codes: readonly ErrorCode[]): Json =>
  referring([
    ...(codes.includes('use_dpop_nonce') ? (['DPoP-Nonce'] as const) : []),
    ...(status === 412 ? (['ETag'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(status === 429 ? limited : []),
    'X-Request-Id',
  ])

export const headersOfSuccess = (endpoint: Endpoint, isVersioned: boolean): Json =>
  referring([
    ...(endpoint.actor === 'public' ? [] : (['DPoP-Nonce'] as const)),
    ...(isVersioned ? (['ETag'] as const) : []),
    ...(takesIdempotencyKey(endpoint) ? (['Idempotent-Replayed'] as const) : []),
    ...(endpoint.location === undefined ? [] : (['Location'] as const)),
    ...limited,
    'X-Request-Id',
  ])

/** Headers that calls take, as parameters. */
export const requestHeaders = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `ETag` that was read. 412 `precondition_failed` when it has been changed since; without the header the last change wins.',
    schema: text,
    example: '"3"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the call safe to repeat: for a day, repeats with the same key are answered as the first call was, and nothing is done again. Choose a new random key for each call (1 to 255 visible ASCII characters). 422 `idempotency_key_reused` for another call or other values, 409 `idempotency_key_in_use` while the first call is at work or when its outcome is unknown. Rejected calls do not use up their key.',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
    example: '9b2f1c34-7a0e-4a7e-b6a5-0d9c2f7f3b11',
  },
  AcceptLockout: acceptingLockout,
} as const

export const headerParametersOf = (endpoint: Endpoint): Json[] => {
  const named: (keyof typeof requestHeaders)[] = []
  if (takesVersion(endpoint)) named.push('IfMatch')
  if (takesIdempotencyKey(endpoint)) named.push('IdempotencyKey')
  if (endpoint.errors.some((code) => lockouts.some((one) => one === code)))
    named.push('AcceptLockout')
  return named.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}
