import { bulkKindOf } from '@signet/rules/bulk'
import type { BulkKindFacts } from '@signet/rules/bulk-facts'
import { attributeKey } from '@signet/rules/user-attributes'
import type { BulkPosition } from '../../../../platform/db/schema/bulk-operations.ts'
import { FileFault } from '../../../../platform/readers/tables/file-fault.ts'
import type { FileRow, RowsRead } from '../../../../platform/readers/tables/file-rows.ts'
import type { StoredOperation } from '../bulk-operations.repository.ts'
import { type BulkWork, failed, type RowFault, type ValueRow, type Verdict } from '../bulk-work.ts'
import type { OwnColumn } from './own-columns.ts'
import { SeenKeys } from './seen-keys.ts'

/** Rows of one transaction, and between two checkpoints, unless the kind says another number. */
export const batchRows = 500

export interface Batch {
  /** Rows of the file before this batch, the header left out. */
  readonly from: number
  readonly rows: readonly ValueRow[]
  /** Rows that are refused as they stand in the file. */
  readonly refused: readonly Verdict[]
  /** How much of the file is read after it, from 0 to 1. */
  readonly progress: number
  /** Where reading begins again to go on behind it; null for the beginning of the file. */
  readonly position: BulkPosition | null
  /** The keys that were first met in it. */
  readonly keys: Buffer
}

type Mapping = StoredOperation['mapping']

/** A row's values by the mapping; empty cells are left out. */
const valuesOf = ({ line, cells }: FileRow, mapping: Mapping): ValueRow => {
  const values: Record<string, string> = {}
  for (const { column, source, value } of mapping) {
    const text = source === null ? value : (cells[source]?.trim() ?? '')
    if (text !== null && text !== '') values[column] = text
  }
  return { line, values }
}

/** A column of the file by its header, or its number where it has none. */
const headerAt = (headers: readonly string[], at: number): string =>
  headers[at] === undefined || headers[at] === '' ? String(at + 1) : headers[at]

/** What is wrong with a row as it stands in the file, before its cells mean anything. */
const cellsFault = (row: FileRow, headers: readonly string[]): RowFault | null => {
  if (row.fault !== null) {
    const column = row.faultAt === undefined ? null : headerAt(headers, row.faultAt)
    return { code: `bulk_${row.fault.toLowerCase()}`, column }
  }
  const { length } = headers
  if (row.cells.length <= length) return null
  const beyond = row.cells.findIndex((cell, at) => at >= length && cell !== '')
  return beyond === -1 ? null : { code: 'bulk_row_columns', column: headerAt(headers, beyond) }
}

/** A text the database cannot hold, or that would show as another. */
const unfit = /[\u0000\ud800-\udfff]/u

const nameFault = ({ names }: BulkKindFacts, { values }: ValueRow): RowFault | null =>
  names.length === 0 || names.some((name) => values[name] !== undefined)
    ? null
    : { code: 'bulk_value_missing', column: names.at(-1) ?? null }

const valueFault = (kind: BulkKindFacts, row: ValueRow): RowFault | null => {
  const { values } = row
  for (const [column, value] of Object.entries(values)) {
    if (value !== undefined && unfit.test(value)) return { code: 'bulk_value_unfit', column }
  }
  for (const { name, required, values: allowed } of kind.columns) {
    const value = values[name]
    if (value === undefined) {
      if (required) return { code: 'bulk_value_missing', column: name }
    } else if (allowed !== undefined) {
      const isKnown = allowed.some((each) => each.toLowerCase() === value.toLowerCase())
      if (!isKnown) return { code: 'bulk_value_unfit', column: name, message: allowed.join(', ') }
    }
  }
  return nameFault(kind, row)
}

/** Values of a choice as the choice spells them: spreadsheets write `TRUE`. */
const spelled = ({ columns }: BulkKindFacts, row: ValueRow): ValueRow => {
  const values = { ...row.values }
  for (const { name, values: allowed } of columns) {
    const known = allowed?.find((each) => each.toLowerCase() === values[name]?.toLowerCase())
    if (known !== undefined) values[name] = known
  }
  return { ...row, values }
}

/** Whether the first row is one like the others. */
const hasNoHeader = ({ format }: Pick<StoredOperation, 'format'>): boolean =>
  format?.startsWith('raw') === true

interface Beside {
  /** The keys before the operation's position. */
  readonly seen?: SeenKeys
  /** The tenant's own columns that the kind takes. */
  readonly own?: readonly OwnColumn[]
}

/** Cuts a file into batches; what is wrong with a row by itself, or met before, is told there. */
export class Batches {
  readonly #operation: StoredOperation
  readonly #work: BulkWork
  readonly #kind: BulkKindFacts
  readonly #seen: SeenKeys
  readonly #own: readonly OwnColumn[]
  #isHeader: boolean
  #index: number
  #position: BulkPosition | null
  #from = 0
  #rows: ValueRow[] = []
  #refused: Verdict[] = []

  constructor(
    operation: StoredOperation,
    work: BulkWork,
    { seen = new SeenKeys(), own = [] }: Beside = {},
  ) {
    this.#operation = operation
    this.#work = work
    this.#kind = bulkKindOf(work.kind)
    this.#seen = seen
    this.#own = own
    this.#position = operation.position
    this.#isHeader = operation.position === null && !hasNoHeader(operation)
    this.#index = operation.position?.rows ?? 0
  }

  /** The batches behind the checkpoint. */
  async *of(read: AsyncIterable<RowsRead>): AsyncGenerator<Batch> {
    let last = 0
    try {
      for await (const { rows, progress, start } of read) {
        if (start !== null && !this.#isHeader) this.#position = { ...start, rows: this.#index }
        for (const [at, row] of rows.entries()) {
          this.#add(row)
          if (this.#size() < (this.#work.batchRows ?? batchRows)) continue
          yield this.#take(last + ((progress - last) * (at + 1)) / rows.length)
        }
        last = progress
      }
    } catch (error) {
      // The rows before a fault of the file are worked on like all others.
      if (error instanceof FileFault && this.#size() > 0) yield this.#take(last)
      throw error
    }
    if (this.#size() > 0) yield this.#take(1)
  }

  #size(): number {
    return this.#rows.length + this.#refused.length
  }

  #take(progress: number): Batch {
    const batch = {
      from: this.#from,
      rows: this.#rows,
      refused: this.#refused,
      progress,
      position: this.#position,
      keys: this.#seen.takeFresh(),
    }
    this.#from = this.#index
    this.#rows = []
    this.#refused = []
    return batch
  }

  #add(row: FileRow): void {
    if (this.#isHeader) {
      this.#isHeader = false
      return
    }
    const isDone = this.#index < this.#operation.rows_done
    this.#index += 1
    const judged = this.#judge(row)
    if (isDone) {
      this.#from = this.#index
      this.#seen.takeFresh()
    } else if ('action' in judged) this.#refused.push(judged)
    else this.#rows.push(judged)
  }

  #judge(row: FileRow): ValueRow | Verdict {
    const cells = cellsFault(row, this.#operation.headers)
    if (cells !== null) return failed(row, '', cells)
    const plain = valuesOf(row, this.#operation.mapping)
    const values = this.#work.translate?.(plain) ?? plain
    if ('code' in values) return failed(row, this.#work.nameOf(plain), this.#inWords(values))
    const name = this.#work.nameOf(values)
    const fault = valueFault(this.#kind, values) ?? this.#repeated(values)
    return fault === null ? spelled(this.#kind, values) : failed(row, name, this.#inWords(fault))
  }

  /** A key that an earlier row of the file has; the others are noted. */
  #repeated(row: ValueRow): RowFault | null {
    let fault: RowFault | null = null
    const note = (key: string, columnOf: () => string | null): void => {
      const former = this.#seen.meet(key, row.line)
      if (former === null || fault !== null) return
      fault = { code: 'bulk_row_repeated', column: columnOf(), message: String(former) }
    }
    for (const key of this.#work.keysOf(row)) note(key, () => this.#columnOfKey(row, key))
    for (const { column, isUnique } of this.#own) {
      const value = row.values[column]
      if (isUnique && value !== undefined) note(`${column} ${attributeKey(value)}`, () => column)
    }
    return fault
  }

  #columnOfKey(row: ValueRow, key: string): string | null {
    const told = this.#work.columnOfKey?.(row, key)
    return told ?? this.#kind.names.find((name) => row.values[name] !== undefined) ?? null
  }

  /** Own columns are told by the names of their attributes. */
  #inWords(fault: RowFault): RowFault {
    const own = this.#own.find(({ column }) => column === fault.column)
    return own === undefined ? fault : { ...fault, column: own.name }
  }
}
