export type Severity = 'WARNING' | 'ERROR' | 'OK' | 'UNKNOWN' | 'INFO'

const severities: ReadonlyMap<string, Severity> = new Map([
  ['COMPROMISED', 'WARNING'],
  ['INACTIVE', 'WARNING'],
  ['EXPIRING', 'WARNING'],
  ['DISABLED', 'WARNING'],
  ['REVIEW', 'WARNING'],
  ['EXPIRED', 'ERROR'],
  ['FAILED', 'ERROR'],
  ['REVOKED', 'ERROR'],
  ['ACTIVE', 'OK'],
  ['COMPLETED', 'OK'],
  ['PENDING', 'OK'],
  ['CANCELED', 'UNKNOWN'],
  ['CANCELLED', 'UNKNOWN'],
])

/** How a status is coloured; any status not listed is INFO. */
export const severityOf = (status: string): Severity => severities.get(status) ?? 'INFO'
