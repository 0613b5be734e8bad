import type { BulkEncoding } from '@signet/rules/bulk'
import { decodedText } from '../tables/decoded-text.ts'
import { FileFault } from '../tables/file-fault.ts'
import {
  type FileRow,
  fileStart,
  mostColumns,
  type RowsRead,
  type StoredFile,
} from '../tables/file-rows.ts'
import type { FoundRecord, RecordReader } from './found-record.ts'
import { JsonRecords } from './json-records.ts'
import { LdifRecords } from './ldif-records.ts'

export type RecordFormat = 'json' | 'ldif'

export interface RecordFile {
  readonly format: RecordFormat
  readonly encoding: BulkEncoding | null
}

/** A column of all values of a name, where a record has several; the first one has the name alone. */
const listed = ' (list)'

/** Cells and characters that are handed over at a time. */
const mostCellsAtATime = 20_000
const mostTextAtATime = 2_000_000

const readerOf = (format: RecordFormat): RecordReader =>
  format === 'json' ? new JsonRecords() : new LdifRecords()

interface RecordsRead {
  readonly records: readonly FoundRecord[]
  readonly progress: number
}

async function* recordsOf(
  file: StoredFile,
  { format, encoding }: RecordFile,
): AsyncGenerator<RecordsRead> {
  const reader = readerOf(format)
  for await (const { text, progress } of decodedText(file, fileStart, encoding)) {
    yield { records: reader.read(text), progress }
  }
  yield { records: reader.end(), progress: 1 }
}

/** The columns of all records, in the order in which they are met. */
class Columns {
  readonly #counts = new Map<string, number>()

  meet({ line, values, faultAt }: FoundRecord): void {
    // A fault is told by its column, also where no sound record has it.
    if (faultAt !== undefined && !this.#counts.has(faultAt)) this.#counts.set(faultAt, 1)
    for (const [name, texts] of values) {
      this.#counts.set(name, Math.max(this.#counts.get(name) ?? 0, texts.length))
    }
    if (this.#counts.size > mostColumns) throw new FileFault('COLUMNS', line)
  }

  get headers(): readonly string[] {
    const names = [...this.#counts].flatMap(([name, most]) =>
      most > 1 ? [name, `${name}${listed}`] : [name],
    )
    if (names.length > mostColumns) throw new FileFault('COLUMNS')
    return names
  }
}

const cellOf = ({ values }: FoundRecord, header: string): string => {
  const [first] = values.get(header) ?? []
  if (first !== undefined || !header.endsWith(listed)) return first ?? ''
  return values.get(header.slice(0, -listed.length))?.join('; ') ?? ''
}

const rowOf = (record: FoundRecord, headers: readonly string[]): FileRow => {
  const { line, fault, faultAt } = record
  if (fault === null) return { line, cells: headers.map((header) => cellOf(record, header)), fault }
  const at = faultAt === undefined ? -1 : headers.indexOf(faultAt)
  return { line, cells: [], fault, ...(at === -1 ? {} : { faultAt: at }) }
}

/** What is known of a file when so much of it is read; of all of it in the end. */
export interface RecordsBeginning {
  readonly headers: readonly string[]
  readonly samples: readonly (readonly string[])[]
}

/** Bytes after which a reader says that it is still at work. */
const mostBytesUntold = 8_388_608

/** The columns of a file and its first records. @throws FileFault */
export async function* recordColumns(
  file: StoredFile,
  { mostSamples, ...how }: RecordFile & { readonly mostSamples: number },
): AsyncGenerator<RecordsBeginning | null> {
  const columns = new Columns()
  const first: FoundRecord[] = []
  let told = 0
  for await (const { records, progress } of recordsOf(file, how)) {
    for (const record of records) {
      columns.meet(record)
      if (record.fault === null && first.length < mostSamples) first.push(record)
    }
    if ((progress - told) * file.bytes < mostBytesUntold) continue
    told = progress
    yield null
  }
  const { headers } = columns
  if (headers.length === 0) throw new FileFault('EMPTY')
  yield { headers, samples: first.map((record) => rowOf(record, headers).cells) }
}

/** The header and the records of a file as rows with these columns. @throws FileFault */
export async function* recordRows(
  file: StoredFile,
  { headers, ...how }: RecordFile & { readonly headers: readonly string[] },
): AsyncGenerator<RowsRead> {
  let rows: FileRow[] = [{ line: 0, cells: headers, fault: null }]
  let text = 0
  for await (const { records, progress } of recordsOf(file, how)) {
    for (const record of records) {
      const row = rowOf(record, headers)
      rows.push(row)
      text += row.cells.reduce((sum, cell) => sum + cell.length, 0)
      if (rows.length * headers.length < mostCellsAtATime && text < mostTextAtATime) continue
      yield { rows, progress, start: null }
      rows = []
      text = 0
    }
    yield { rows, progress, start: null }
    rows = []
    text = 0
  }
}
