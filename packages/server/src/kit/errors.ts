import { type ErrorCode, type ErrorRow, errors } from '@signet/contract/errors'
import { formatMessage } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import { messageOf } from '@signet/phrases/texts'
import { rateLimitRetry } from '@signet/rules/retry'
import { DatabaseUnreachable, refusalOf } from '../platform/db/sql-errors.ts'
import { QueueFull } from '../platform/hashes.ts'

export interface FieldFault {
  /** Where in params, query or body: `body.email`. */
  readonly path: string
  readonly message: string
}

interface ErrorDetails {
  /** Named values for the text. */
  readonly parameters?: Readonly<Record<string, string | number>>
  readonly fields?: readonly FieldFault[]
  /** Headers of the answer, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>>
  /** For the log, never for the caller. */
  readonly cause?: unknown
}

/** The only error that a caller sees; anything else is answered as general_error. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.details = details
  }
}

interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

const rowOf = (code: ErrorCode): ErrorRow => errors[code]

/** English, for whoever reads a log of answers; the faces have texts of their own by the code. */
const textOfError = ({ code, details }: ApiError): string => {
  const message = /^[A-Z]/.test(code)
    ? messageOf(textsOf('en', 'issuancePortal'), `restIssuanceApiErrors.${code}`)
    : messageOf(textsOf('en', 'restApiErrors'), code)
  return message === undefined ? code : formatMessage(message, details.parameters ?? {}, 'en')
}

/** The HTTP answer of an error (design: `code, errorCode, message, errorMessage, status`). */
export const errorAnswer = (error: ApiError, requestId: string): ErrorAnswer => {
  const row = rowOf(error.code)
  const { parameters, fields, headers } = error.details
  const text = textOfError(error)
  return {
    status: row.status,
    headers: headers ?? {},
    body: {
      code: row.upper ?? error.code,
      errorCode: error.code,
      message: text,
      errorMessage: text,
      status: row.status,
      requestId,
      ...(parameters === undefined ? {} : { parameters }),
      ...(fields === undefined ? {} : { fields }),
    },
  }
}

/** Any throw as an ApiError: what is not known, and no refusal of a trigger, is general_error. */
export const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnreachable) {
    return new ApiError('service_unavailable', { headers: { 'Retry-After': '5' }, cause: error })
  }
  if (error instanceof QueueFull) {
    return new ApiError('too_many_requests', {
      headers: {
        'Retry-After': '1',
        'X-Ratelimit-Limit': '0',
        'X-Ratelimit-Remaining': '0',
        [rateLimitRetry.header]: '1',
      },
      cause: error,
    })
  }
  return new ApiError(refusalOf(error) ?? 'general_error', { cause: error })
}
