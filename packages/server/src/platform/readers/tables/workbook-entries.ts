import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { FileFault } from './file-fault.ts'
import type { StoredFile } from './file-rows.ts'

/** Files in an archive; a workbook has a dozen. */
const mostEntries = 2000
/** Bytes that one file of the archive may unpack to. */
const mostBytes = 1_073_741_824
/** How often larger it may become; sheets of a workbook reach 30. DEFLATE allows 1032. */
const mostRatio = 200
/** Smaller files may shrink as they like. */
const ratioCountsFrom = 1_048_576

async function* bytesOf(file: StoredFile, from: number, to: number) {
  for (let at = from; at < to; ) {
    const number = Math.floor(at / file.partBytes)
    const part = await file.readPart(number)
    const offset = at - number * file.partBytes
    const piece = part.subarray(offset, Math.min(part.length, offset + to - at))
    if (piece.length === 0) throw new FileFault('INCOMPLETE')
    yield piece
    at += piece.length
  }
}

class PartsReader extends RandomAccessReader {
  readonly #file: StoredFile

  constructor(file: StoredFile) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(bytesOf(this.#file, start, end), { objectMode: false })
  }
}

const opened = (file: StoredFile): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
    fromRandomAccessReader(new PartsReader(file), file.bytes, options, (error, zip) => {
      if (error === null && zip !== undefined) resolve(zip)
      else reject(new FileFault('WORKBOOK', null, error))
    })
  })

/** @throws FileFault for an archive that is made to burst its reader */
const refuseBomb = ({ uncompressedSize, compressedSize }: Entry): void => {
  const isDense =
    uncompressedSize > ratioCountsFrom && uncompressedSize > compressedSize * mostRatio
  if (uncompressedSize > mostBytes || isDense) throw new FileFault('WORKBOOK_TOO_LARGE')
}

const entriesOf = (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    if (zip.entryCount > mostEntries) {
      reject(new FileFault('WORKBOOK_TOO_LARGE'))
      return
    }
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', (error) => reject(new FileFault('WORKBOOK', null, error)))
    zip.readEntry()
  })

export interface WorkbookEntry {
  readonly bytes: number
  /** Unpacked while it is read; more than `bytes` is a fault. */
  readonly content: () => Promise<Readable>
}

const readable = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    refuseBomb(entry)
    zip.openReadStream(entry, (error, stream) => {
      if (error === null && stream !== undefined) resolve(stream)
      else reject(new FileFault('WORKBOOK', null, error))
    })
  })

/** The files of a workbook (ECMA-376, part 2), found by their names. @throws FileFault */
export const workbookEntries = async (file: StoredFile) => {
  const zip = await opened(file)
  const entries = await entriesOf(zip)
  return (name: string): WorkbookEntry | null => {
    const entry = entries.get(name)
    if (entry === undefined) return null
    return { bytes: entry.uncompressedSize, content: () => readable(zip, entry) }
  }
}
