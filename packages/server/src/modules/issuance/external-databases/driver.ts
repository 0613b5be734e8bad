import type { columnKinds, DatabaseStep } from '@signet/contract/issuance/external-databases'
import type { AllowedAddress } from '../../../platform/outbound.ts'

export type ColumnKind = (typeof columnKinds)[number]

/** Where a database stands, and who signs in; the address is checked. */
export interface DatabaseTarget {
  readonly address: AllowedAddress
  readonly database: string
  readonly user: string
  readonly password: string
  /** Null: in clear. */
  readonly tls: { readonly ca: string | null } | null
  /** A session that writes does nothing else; one that reads refuses to write. */
  readonly mode: 'READ' | 'WRITE'
}

export interface DatabaseTable {
  readonly name: string
  readonly isView: boolean
}

export interface DatabaseColumn {
  readonly name: string
  readonly kind: ColumnKind
}

/** The rows of a table whose key has a value. Names are those that `columns` told. */
export interface RowQuery {
  readonly table: string
  readonly columns: readonly DatabaseColumn[]
  readonly key: string
  readonly value: string
}

/** Texts as they are, days as ISO days, bytes as bytes; null where there is nothing. */
export type RowValue = string | Buffer | null

export const valueOfDriver = (value: unknown): RowValue =>
  value === null || value === undefined ? null : Buffer.isBuffer(value) ? value : String(value)

/** New values for the one row whose key has a value. Names are those that `columns` told. */
export interface RowChange {
  readonly table: string
  readonly columns: readonly { readonly column: DatabaseColumn; readonly value: string | null }[]
  readonly key: string
  readonly value: string
}

export type ChangeOutcome = 'WRITTEN' | 'NO_ROW' | 'SEVERAL_ROWS'

export const outcomeOfCount = (rows: number): ChangeOutcome =>
  rows === 1 ? 'WRITTEN' : rows === 0 ? 'NO_ROW' : 'SEVERAL_ROWS'

/** Where a session reads, the server itself refuses anything else; SQL Server knows no such session. */
export interface DatabaseSession {
  /** What the server calls itself. */
  readonly server: () => Promise<string>
  readonly tables: () => Promise<readonly DatabaseTable[]>
  readonly columns: (table: string) => Promise<readonly DatabaseColumn[]>
  /** At most two rows: one more than there may be. */
  readonly rows: (query: RowQuery) => Promise<readonly (readonly RowValue[])[]>
  /** The columns of a table that this account may update; nothing is written to learn it. */
  readonly writable: (table: string) => Promise<readonly string[]>
  /** Exactly one row is changed, or none. */
  readonly write: (change: RowChange) => Promise<ChangeOutcome>
  readonly close: () => Promise<void>
}

export type OpenDatabase = (target: DatabaseTarget) => Promise<DatabaseSession>

/** The step that went wrong, and what the driver said of it. */
export class DatabaseFailed extends Error {
  readonly step: DatabaseStep

  constructor(step: DatabaseStep, cause: unknown) {
    super(cause instanceof Error ? cause.message.slice(0, 200) : 'failed', { cause })
    this.name = 'DatabaseFailed'
    this.step = step
  }
}

export const connectMillis = 5000
export const statementMillis = 5000
/** How long the server may take to hang up. */
export const closeMillis = 1000

/** More than this of a value is not read. */
export const mostLetters = 2000
export const mostBytes = 600_000
export const mostTables = 1000
export const mostColumns = 500

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
  'PROTOCOL_CONNECTION_LOST',
])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isTls = (error: unknown): boolean =>
  /CERT|TLS|SSL|SELF_SIGNED|LEAF_SIGNATURE/.test(codeOf(error)) ||
  (error instanceof Error && /\b(?:SSL|TLS|certificate)\b/i.test(error.message))

/** Which step of opening a connection an error belongs to. @param known by the driver’s own codes */
export const stepOfOpening = (
  error: unknown,
  known: ReadonlyMap<string, DatabaseStep>,
): DatabaseStep => {
  const step = known.get(codeOf(error))
  if (step !== undefined) return step
  if (isTls(error)) return 'TLS'
  if (networkCodes.has(codeOf(error))) return 'CONNECT'
  return error instanceof Error && /timeout|terminated/i.test(error.message) ? 'CONNECT' : 'SIGN_IN'
}

/** Every failure is one of this step, but for those that name another. */
const during = async <T>(step: DatabaseStep, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DatabaseFailed ? error : new DatabaseFailed(step, error)
  }
}

/** The session of a driver, whose failures tell their step; one that reads writes nothing. */
export const guarded = (
  session: DatabaseSession,
  { mode }: Pick<DatabaseTarget, 'mode'>,
): DatabaseSession => ({
  server: () => during('READ', session.server),
  tables: () => during('READ', session.tables),
  columns: (table) => during('READ', () => session.columns(table)),
  rows: (query) => during('READ', () => session.rows(query)),
  writable: (table) => during('READ', () => session.writable(table)),
  write: (change) =>
    during('WRITE', async () => {
      if (mode !== 'WRITE') throw new Error('this session only reads')
      return session.write(change)
    }),
  close: session.close,
})
