import type { ErrorCode } from '@signet/contract/errors'
import type { RejectionReason } from '@signet/rules/rejections'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { logByStranger } from '../../../platform/log/by-strangers.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { recordRejection } from '../../tenancy/rejections/index.ts'
import type { OidcProvider } from './definition.ts'

interface Failure {
  readonly code: ErrorCode
  readonly reason: RejectionReason
  readonly detail: string
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)

const isOutside = (error: unknown): error is Error =>
  error instanceof OutboundFailed || error instanceof OutboundRefused

/** The first of an error and its causes that is of a kind. */
const firstOf = (error: unknown, isWanted: (one: unknown) => boolean): Error | null => {
  if (!(error instanceof Error)) return null
  return isWanted(error) ? error : firstOf(causeOf(error), isWanted)
}

/** Both libraries say so: of a time in an ID token that is over, or still to come. */
const isByClock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'

const isExpiry = (error: unknown): boolean => {
  const cause = causeOf(error)
  if (cause instanceof Error) return isExpiry(cause)
  return typeof cause === 'object' && cause !== null && 'claim' in cause && cause.claim === 'exp'
}

/** An error code of the protocol (RFC 6749, sections 4.1.2.1 and 5.2); what describes it may quote. */
const errorNameOf = (text: string): string =>
  /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(text) ? text : 'an unreadable error'

/** An answer with an error code: of the token endpoint, say. */
const errorAnswerOf = (error: unknown): string | null => {
  if (!(error instanceof Error) || !('error' in error)) return null
  if (typeof error.error !== 'string') return null
  const status = 'status' in error && typeof error.status === 'number' ? `${error.status} ` : ''
  return `${status}${errorNameOf(error.error)}`
}

const failureIn = (error: unknown): Failure => {
  const outside = firstOf(error, isOutside)
  if (outside !== null) {
    const code = 'identity_provider_unreachable'
    return { code, reason: 'PROVIDER_UNREACHABLE', detail: outside.message }
  }
  const clock = firstOf(error, isByClock)
  if (clock !== null) {
    const reason = isExpiry(clock) ? 'MESSAGE_EXPIRED' : 'MESSAGE_FROM_FUTURE'
    return { code: 'identity_provider_clock', reason, detail: clock.message }
  }
  const code = 'identity_provider_failed'
  const answer = errorAnswerOf(error)
  if (answer !== null) return { code, reason: 'PROVIDER_ERROR', detail: answer }
  // The messages of the libraries are fixed texts; those of their causes may quote an answer.
  const detail = error instanceof Error ? error.message : ''
  return { code, reason: 'PROVIDER_RESPONSE_INVALID', detail }
}

const record = (
  ctx: Context,
  { id, name, issuer }: OidcProvider,
  { reason, detail }: Omit<Failure, 'code'>,
): Promise<void> =>
  recordRejection(ctx, {
    door: 'UPSTREAM_OIDC',
    reason,
    detail,
    asked: { issuer, identity_provider: name, identity_provider_id: id },
  })

const log = (ctx: Context, message: string, fields: Readonly<Record<string, unknown>>): void =>
  logByStranger(ctx.log, { tenantId: ctx.tenant.id, level: 'warn', message, fields })

/** What is told of a call that went wrong: no answer, or one that proves nothing. */
export const failureOf = async (
  ctx: Context,
  provider: OidcProvider,
  error: unknown,
): Promise<ApiError> => {
  const failure = failureIn(error)
  log(ctx, 'an identity provider proved nothing', { err: error, provider: provider.id })
  await record(ctx, provider, failure)
  return new ApiError(failure.code, { cause: error })
}

/** As `failureOf`, of metadata that could not be read. */
export const unreachableOf = async (
  ctx: Context,
  provider: OidcProvider,
  error: unknown,
): Promise<ApiError> => {
  log(ctx, 'an identity provider was not reached', { err: error, provider: provider.id })
  await record(ctx, provider, { ...failureIn(error), reason: 'PROVIDER_UNREACHABLE' })
  return new ApiError('identity_provider_unreachable', { cause: error })
}

/** What the person refused or the provider did not allow, told by the browser that came back. */
export const refusalOf = async (
  ctx: Context,
  provider: OidcProvider,
  error: string,
): Promise<ApiError> => {
  const reason = error === 'access_denied' ? 'PROVIDER_DENIED' : 'PROVIDER_ERROR'
  const detail = errorNameOf(error)
  log(ctx, 'an identity provider refused', { error: detail, provider: provider.id })
  await record(ctx, provider, { reason, detail })
  return new ApiError('identity_provider_refused')
}
