/** The database did not answer: refused, cut off, shutting down or out of connections. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

/** The database takes no changes; it may still answer reads. */
export class CannotWrite extends DatabaseUnreachable {
  readonly reason: 'disk full' | 'read-only'

  constructor(reason: CannotWrite['reason'], options?: ErrorOptions) {
    super(`the database takes no changes: ${reason}`, options)
    this.reason = reason
  }
}

/** SQLSTATE or the operating system's code of an error; undefined for any other error. */
export const errorCodeOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** @param constraint only a violation of this constraint or unique index counts, when given */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  errorCodeOf(error) === '23505' &&
  (constraint === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === constraint))

/** What triggers of the database refuse, by the name that they give. */
const refusals = {
  // No user comes beyond the allotment, or after the contract of the entitlement.
  entitlements_allotment: 'entitlement_used_up',
  entitlements_ended: 'entitlement_ended',
  // Nothing is done under a support grant that has ended.
  support_grant_holds: 'invalid_session_token',
} as const
const refusalOfConstraint = new Map<unknown, (typeof refusals)[keyof typeof refusals]>(
  Object.entries(refusals),
)

/** The error code of a change that a trigger has refused; undefined for any other error. */
export const refusalOf = (error: unknown) =>
  errorCodeOf(error) === '23514' && error instanceof Error && 'constraint' in error
    ? refusalOfConstraint.get(error.constraint)
    : undefined

export const isForeignKeyViolation = (error: unknown): boolean => errorCodeOf(error) === '23503'

const isStalePlan = (error: unknown): boolean =>
  errorCodeOf(error) === '0A000' &&
  error instanceof Error &&
  error.message.includes('cached plan must not change result type')

/** A row on its way into the default partition while its month got one; checks have a name. */
const isPartitionMoved = (error: unknown): boolean =>
  errorCodeOf(error) === '23514' &&
  error instanceof Error &&
  !('constraint' in error && error.constraint !== undefined)

/**
 * Errors after which the same work, begun anew, may succeed: serialization failure, deadlock, a
 * prepared statement whose table was altered by a newer node, and a partition made meanwhile.
 */
export const isRetryable = (error: unknown): boolean => {
  const code = errorCodeOf(error)
  return code === '40001' || code === '40P01' || isStalePlan(error) || isPartitionMoved(error)
}

/** All prepared statements of the connection may be stale or gone (0A000, 26000). */
export const spoilsStatements = (error: unknown): boolean =>
  isStalePlan(error) || errorCodeOf(error) === '26000'

const connectionLost = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOSPC',
  '25006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

/** pg gives these errors no code. */
const lostMessages = /^(Connection terminated|timeout exceeded when trying to connect|Client )/

export const isConnectionLost = (error: unknown): boolean => {
  const code = errorCodeOf(error)
  if (code !== undefined) return connectionLost.has(code) || code.startsWith('08')
  return error instanceof Error && lostMessages.test(error.message)
}

/** disk_full, and read_only_sql_transaction of a server that is a replica now. */
const cannotWrite: Readonly<Record<string, CannotWrite['reason']>> = {
  '53100': 'disk full',
  ENOSPC: 'disk full',
  EDQUOT: 'disk full',
  EROFS: 'read-only',
  '25006': 'read-only',
}

/** The error as callers see it: a lost connection or full disk becomes DatabaseUnreachable. */
export const translateError = (error: unknown): unknown => {
  if (error instanceof DatabaseUnreachable) return error
  const reason = cannotWrite[errorCodeOf(error) ?? '']
  if (reason !== undefined) return new CannotWrite(reason, { cause: error })
  return isConnectionLost(error)
    ? new DatabaseUnreachable('the database does not answer', { cause: error })
    : error
}

/** Whether an error, or what caused it, is the database's absence: `Outage` has logged that. */
export const isOutage = (error: unknown): boolean => {
  // pg-boss hands on copies of errors.
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'DatabaseUnreachable') return true
  return 'cause' in error && error.cause !== error && isOutage(error.cause)
}
