/** Field faults and values of an error answer, as far as these pages read them. */
interface ErrorBody {
  readonly errorCode?: unknown
  readonly code?: unknown
  readonly parameters?: unknown
  readonly fields?: unknown
}

const isBody = (value: unknown): value is ErrorBody => typeof value === 'object' && value !== null

const bodyOf = (text: string): ErrorBody => {
  try {
    const value: unknown = JSON.parse(text)
    return isBody(value) ? value : {}
  } catch {
    return {}
  }
}

type Values = Readonly<Record<string, string | number>>

const isValue = (entry: [string, unknown]): entry is [string, string | number] =>
  typeof entry[1] === 'string' || typeof entry[1] === 'number'

const valuesOf = (parameters: unknown): Values =>
  typeof parameters === 'object' && parameters !== null
    ? Object.fromEntries(Object.entries(parameters).filter(isValue))
    : {}

const messageOf = (field: unknown): string[] =>
  typeof field === 'object' &&
  field !== null &&
  'message' in field &&
  typeof field.message === 'string'
    ? [field.message]
    : []

/** A call that was answered, but not with success. */
export class CallFailure extends Error {
  readonly status: number
  /** Under which text the error is shown (product: self-service, section 8). */
  readonly code: string
  readonly values: Values
  /** What the answer says of single fields: for a password the rules it fails. */
  readonly faults: readonly string[]

  constructor(status: number, text: string) {
    super(`HTTP ${status}`)
    this.name = 'CallFailure'
    const { errorCode, code, parameters, fields } = bodyOf(text)
    this.status = status
    const fallback = status === 429 ? 'too_many_requests' : 'general_error'
    this.code = [errorCode, code].find((each) => typeof each === 'string') ?? fallback
    this.values = valuesOf(parameters)
    this.faults = Array.isArray(fields) ? fields.flatMap(messageOf) : []
  }
}

/** No answer came: the network or the service is not there. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('no answer', { cause })
    this.name = 'Unreachable'
  }
}

/** The browser keeps no data for this site, so that no proof key can be held. */
export class StorageBlocked extends Error {
  constructor(cause: unknown) {
    super('no storage', { cause })
    this.name = 'StorageBlocked'
  }
}

export const isFailure = (error: unknown, code: string): boolean =>
  error instanceof CallFailure && error.code === code
