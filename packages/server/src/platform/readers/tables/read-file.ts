import { ReadingStopped } from '../reader-threads.ts'
import { readInThread } from '../reading.ts'
import { csvRows, delimiterOf } from './csv-rows.ts'
import { decodedText } from './decoded-text.ts'
import { FileFault } from './file-fault.ts'
import {
  type FileRow,
  fileStart,
  type RowStart,
  type RowsRead,
  type StoredFile,
} from './file-rows.ts'

/** How a file's rows are told apart: `xlsx`, or `csv` and its delimiter. */
const formatOf = async (file: StoredFile): Promise<string> => {
  if (file.bytes === 0) throw new FileFault('EMPTY')
  const beginning = await file.readPart(0)
  if (beginning.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'xlsx'
  const first = await decodedText(file).next()
  return `csv${delimiterOf(first.done === true ? '' : first.value.text)}`
}

/** A workbook is read in a thread: what its packed files unpack to is not known before. */
async function* workbookRows(file: StoredFile): AsyncGenerator<RowsRead> {
  const { bytes, partCount, partBytes } = file
  try {
    yield* readInThread<RowsRead>({ kind: 'workbook', bytes, partCount, partBytes }, file)
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error
    throw new FileFault('WORKBOOK_TOO_LARGE', null, error)
  }
}

/**
 * The rows of a file, its header too; those of delimited text from the beginning of a row on, and
 * here: its reader takes the same time for each letter, and others get their turn every 16 KiB.
 * @throws FileFault
 */
export const readRows = (
  file: StoredFile,
  format: string,
  from: RowStart = fileStart,
): AsyncGenerator<RowsRead> =>
  format === 'xlsx' ? workbookRows(file) : csvRows(decodedText(file, from), format.slice(3), from)

export interface Beginning {
  readonly format: string
  readonly headers: readonly string[]
  readonly samples: readonly (readonly string[])[]
}

const mostSamples = 5
const longestHeader = 200

const headersOf = ({ cells, line, fault }: FileRow): readonly string[] => {
  const headers = cells.map((cell) => cell.trim().slice(0, longestHeader))
  if (fault !== null || headers.every((header) => header === '')) {
    throw new FileFault('HEADER', line)
  }
  return headers
}

/** Reads as much of a file as a mapping of its columns needs. @throws FileFault */
export const readBeginning = async (file: StoredFile): Promise<Beginning> => {
  const format = await formatOf(file)
  const found: FileRow[] = []
  for await (const { rows } of readRows(file, format)) {
    // Asked one read too late: a fault behind the rows at hand is told now.
    if (found.length > mostSamples) break
    for (const row of rows) found.push(row)
  }
  const [header, ...rest] = found
  if (header === undefined) throw new FileFault('EMPTY')
  const samples = rest.slice(0, mostSamples).map(({ cells }) => cells)
  return { format, headers: headersOf(header), samples }
}
