import type { NewUser } from '@signet/contract/identity/user'
import type { BulkKindName } from '@signet/rules/bulk'
import { bareUuid, isUuid } from '@signet/rules/identifiers'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError, toApiError } from '../../../kit/errors.ts'
import type { enrollmentSets } from '../../issuance/enrollments/index.ts'

/** A record of somebody on a card, as it is to be written. */
export type DraftedRecord = Parameters<typeof enrollmentSets.insert>[1][number]

/** A row with its values by column; empty cells are left out. */
export interface ValueRow {
  readonly line: number
  readonly values: Readonly<Record<string, string | undefined>>
  /** The hash of its password, once `prepare` has made it. */
  readonly hash?: string
  /** The user it makes, once `prepare` has judged it. */
  readonly user?: z.output<typeof NewUser>
  /** The record it makes, with its numbers, once `prepare` has made it. */
  readonly record?: DraftedRecord
}

interface Assumption {
  readonly column: string
  readonly value: string
}

/** What becomes of a row, or would. */
export interface Verdict {
  readonly line: number
  readonly name: string
  readonly action: 'CREATE' | 'UPDATE' | 'DELETE' | 'SKIP' | 'ERROR'
  readonly subjectId?: string | null
  readonly errorCode?: string
  readonly column?: string | null
  readonly message?: string | null
  /** What the row does not say, with the values that are taken for it. */
  readonly assumed?: readonly Assumption[]
  /** Of a row that changed something: what its columns would say to put it back. */
  readonly before?: Readonly<Record<string, string>>
}

export interface RowFault {
  readonly code: string
  readonly column?: string | null
  readonly message?: string | null
}

export type Prepared = ValueRow | Verdict

export const isVerdict = (each: object): each is Verdict => 'action' in each

export interface Performing {
  readonly dryRun: boolean
  /** How many subjects the rows before these would create, in a dry run. */
  readonly wouldCreate: number
  readonly existing: 'UPDATE' | 'SKIP' | 'ERROR'
  readonly file: BulkFile
}

/** The file as the operation describes it. */
interface BulkFile {
  readonly format: string | null
  readonly headers: readonly string[]
}

/** Tables that are written together, by whose statistics statements are planned. */
export type TouchedTables = 'users' | 'groups' | 'tokens' | 'grids' | 'enrollments' | 'smart_cards'

/** What one kind of bulk operation does with rows; reading, checkpoints and results are shared. */
export interface BulkWork {
  readonly kind: BulkKindName
  /** The tables whose rows it makes or takes away. */
  readonly touches: readonly TouchedTables[]
  /** Rows of one transaction; 500 unless one row is much work. */
  readonly batchRows?: number
  /** Its batches touch different rows, so that one may be written beside another. */
  readonly overlaps?: boolean
  /** A column that has batches touch the same rows. */
  readonly apartWith?: string
  /** A row with the words of other products in those of the columns, or what is wrong with it. */
  readonly translate?: (row: ValueRow) => ValueRow | RowFault
  /** How a row names its subject. */
  readonly nameOf: (row: ValueRow) => string
  /** What no two rows of a file may share. */
  readonly keysOf: (row: ValueRow) => readonly string[]
  /** Where the row gives one of its keys; the column of its name when left out. */
  readonly columnOfKey?: (row: ValueRow, key: string) => string
  /** What takes long, before the transaction, with the starter's rights: hashes, numbers. */
  readonly prepare?: (
    ctx: Context,
    rows: readonly ValueRow[],
    how: Pick<Performing, 'dryRun'>,
  ) => Promise<readonly Prepared[]>
  /** Judges the rows in a transaction under the starter's rights, and writes unless it is a dry run. */
  readonly perform: (
    ctx: Context,
    rows: readonly ValueRow[],
    how: Performing,
  ) => Promise<readonly Verdict[]>
}

export const failed = (
  { line }: Pick<ValueRow, 'line'>,
  name: string,
  { code, column = null, message = null }: RowFault,
): Verdict => ({ line, name, action: 'ERROR', errorCode: code, column, message })

/** All rows, of a caller without the right for any. */
export const denied = (rows: readonly ValueRow[], nameOf: BulkWork['nameOf']): Verdict[] =>
  rows.map((row) => failed(row, nameOf(row), { code: 'access_denied' }))

/** What becomes of a row whose subject exists, where none is changed. */
export const existingSubject = (
  row: ValueRow,
  name: string,
  { existing, column }: Pick<Performing, 'existing'> & { readonly column: string },
): Verdict =>
  existing === 'SKIP'
    ? { line: row.line, name, action: 'SKIP' }
    : failed(row, name, { code: 'bulk_subject_exists', column })

/** Rows that made something, or would have, in order. @param ids of what they made */
export const created = (
  rows: readonly { readonly row: ValueRow }[],
  nameOf: BulkWork['nameOf'],
  ids: readonly string[],
): Verdict[] =>
  rows.map(({ row }, at) => ({
    line: row.line,
    name: nameOf(row),
    action: 'CREATE',
    subjectId: ids[at] ?? null,
  }))

/** The error of a rule as a row's fault; anything unexpected goes on as it is. */
export const faultOf = (thrown: unknown): RowFault => {
  const error = toApiError(thrown)
  if (!(thrown instanceof ApiError) || error.code === 'service_unavailable') throw thrown
  const [field] = error.details.fields ?? []
  return {
    code: error.code,
    column: field?.path.replace(/^body\./, '').split('.', 1)[0] ?? null,
    message: field?.message ?? null,
  }
}

/** An id as it is stored; null for what is none. */
export const uuidOf = (text: string | undefined): string | null =>
  text !== undefined && isUuid(text) ? bareUuid(text).toLowerCase() : null

/** The texts of a cell that holds several. */
export const listIn = (cell: string): readonly string[] =>
  cell
    .split(/[;|]/)
    .map((text) => text.trim())
    .filter((text) => text !== '')

/** Null when the rule lets it pass. */
export const faultBy = async (rule: () => unknown): Promise<RowFault | null> => {
  try {
    await rule()
    return null
  } catch (error) {
    return faultOf(error)
  }
}
