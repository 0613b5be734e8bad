import { type BulkEncoding, type BulkFormat, bulkFormats } from '@signet/rules/bulk'
import { ReadingStopped } from '../reader-threads.ts'
import { readInThread } from '../reading.ts'
import type { Wanted } from '../readings.ts'
import type { RecordFile, RecordsBeginning } from '../records/record-rows.ts'
import { csvRows, delimiterOf } from './csv-rows.ts'
import { decodedText } from './decoded-text.ts'
import { FileFault, type FileFaultCode } from './file-fault.ts'
import {
  type FileRow,
  fileStart,
  type RowStart,
  type RowsRead,
  type StoredFile,
} from './file-rows.ts'
import { guessedEncoding } from './text-encoding.ts'

/** Characters of the beginning that a format is looked for in. */
const longestLook = 16_384

/** How a file is read: as it was recognized, or as it was chosen. */
export interface Reading {
  readonly format: BulkFormat
  /** Null for a workbook, and for files whose encoding is seen anew by their first bytes. */
  readonly encoding: BulkEncoding | null
  /** The columns that records are laid out in; a table has a header of its own. */
  readonly headers: readonly string[]
}

type Chosen = Partial<Pick<Reading, 'format' | 'encoding'>>

/** The first line of LDIF that is no comment. */
const isLdif = (beginning: string): boolean => {
  const lines = beginning.slice(0, longestLook).split('\n')
  const first = lines.find((line) => line.trim() !== '' && !/^[# ]/.test(line))
  return first !== undefined && /^(?:version: *\d|dn:)/i.test(first)
}

/** An object, or an array of objects. */
const isJson = (beginning: string): boolean =>
  /^\s*(?:\[\s*)?(?:\{\s*["}]|\]\s*$)/.test(beginning.slice(0, longestLook))

const textFormatOf = (beginning: string): BulkFormat => {
  if (isJson(beginning)) return 'json'
  return isLdif(beginning) ? 'ldif' : delimitedBy(delimiterOf(beginning))
}

const delimitedBy = (delimiter: string): BulkFormat =>
  bulkFormats.find((format) => format === `csv${delimiter}`) ?? 'csv,'

const isPacked = (beginning: Buffer): boolean =>
  beginning.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** The format and the encoding of a file. @throws FileFault FORMAT for one that was chosen and cannot be */
const lookAt = async (file: StoredFile, chosen: Chosen): Promise<Omit<Reading, 'headers'>> => {
  if (file.bytes === 0) throw new FileFault('EMPTY')
  const { format } = chosen
  if (isPacked(await file.readPart(0))) {
    if (format !== undefined && format !== 'xlsx') throw new FileFault('FORMAT')
    return { format: 'xlsx', encoding: null }
  }
  if (format === 'xlsx') throw new FileFault('FORMAT')
  const encoding = chosen.encoding ?? (await guessedEncoding(file))
  if (format !== undefined) return { format, encoding }
  const first = await decodedText(file, fileStart, encoding).next()
  return { format: textFormatOf(first.done === true ? '' : first.value.text), encoding }
}

/** A file that is read in a thread: what it amounts to is not known before. */
async function* inThread<T>(
  wanted: Wanted,
  { file, tooLarge }: { readonly file: StoredFile; readonly tooLarge: FileFaultCode },
): AsyncGenerator<T> {
  try {
    yield* readInThread<T>(wanted, file)
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error
    throw new FileFault(tooLarge, null, error)
  }
}

const sizeOf = ({ bytes, partCount, partBytes }: StoredFile) => ({ bytes, partCount, partBytes })

const workbookRows = (file: StoredFile): AsyncGenerator<RowsRead> =>
  inThread({ kind: 'workbook', ...sizeOf(file) }, { file, tooLarge: 'WORKBOOK_TOO_LARGE' })

const mostSamples = 5

const ofRecords = <T>(
  file: StoredFile,
  kind: 'record-columns' | 'record-rows',
  how: RecordFile & Pick<Reading, 'headers'>,
): AsyncGenerator<T> =>
  inThread({ kind, ...sizeOf(file), ...how, mostSamples }, { file, tooLarge: 'RECORDS_TOO_LARGE' })

/**
 * The rows of a file, its header too; those of delimited text from the beginning of a row on, and
 * here: its reader takes the same time for each letter, and others get their turn every 16 KiB.
 * @throws FileFault
 */
export const readRows = (
  file: StoredFile,
  { format, encoding, headers }: Reading,
  from: RowStart = fileStart,
): AsyncGenerator<RowsRead> => {
  if (format === 'xlsx') return workbookRows(file)
  if (format === 'json' || format === 'ldif') {
    return ofRecords(file, 'record-rows', { format, encoding, headers })
  }
  return csvRows(decodedText(file, from, encoding), format.slice(3), from)
}

export interface Beginning extends Reading {
  readonly samples: readonly (readonly string[])[]
}

const longestHeader = 200

const headersOf = ({ cells, line, fault }: FileRow): readonly string[] => {
  const headers = cells.map((cell) => cell.trim().slice(0, longestHeader))
  if (fault !== null || headers.every((header) => header === '')) {
    throw new FileFault('HEADER', line)
  }
  return headers
}

/** All of it is read: any record may have a column that no other has. */
const beginningOfRecords = async (file: StoredFile, how: RecordFile): Promise<Beginning> => {
  let last: RecordsBeginning | null = null
  const read = ofRecords<RecordsBeginning | null>(file, 'record-columns', { ...how, headers: [] })
  for await (const found of read) last = found
  if (last === null) throw new FileFault('EMPTY')
  return { ...how, ...last }
}

const beginningOfTable = async (file: StoredFile, reading: Reading): Promise<Beginning> => {
  const found: FileRow[] = []
  for await (const { rows } of readRows(file, reading)) {
    // Asked one read too late: a fault behind the rows at hand is told now.
    if (found.length > mostSamples) break
    for (const row of rows) found.push(row)
  }
  const [header, ...rest] = found
  if (header === undefined) throw new FileFault('EMPTY')
  const samples = rest.slice(0, mostSamples).map(({ cells }) => cells)
  return { ...reading, headers: headersOf(header), samples }
}

/**
 * Reads as much of a file as a mapping of its columns needs.
 * @param chosen how it is read in place of what it looks like
 * @throws FileFault
 */
export const readBeginning = async (file: StoredFile, chosen: Chosen = {}): Promise<Beginning> => {
  const { format, encoding } = await lookAt(file, chosen)
  return format === 'json' || format === 'ldif'
    ? beginningOfRecords(file, { format, encoding })
    : beginningOfTable(file, { format, encoding, headers: [] })
}
