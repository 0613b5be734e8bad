import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { StartRefused } from '../../start-refused.ts'
import { EndLine, formatVersion, Header, RowLine, TableLine } from './backup-format.ts'

/** Longer than any row there is; a file that makes memory grow without end is refused. */
const longestLine = 512 * 1024 * 1024

const newline = 10

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  try {
    yield* source.pipe(gunzip)
  } finally {
    source.destroy()
  }
}

/** Lines without their ends; what stands after the last end of a line is one as well. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const chunk of unpacked(file)) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...pieces, chunk.subarray(start, end)])
      pieces = []
      length = 0
      start = end + 1
    }
    pieces.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > longestLine) throw new Error('a line does not end')
  }
  if (length > 0) yield Buffer.concat(pieces)
}

const parsed = <T>(schema: z.ZodType<T>, line: Buffer): T | null => {
  try {
    return schema.parse(JSON.parse(line.toString('utf8')))
  } catch {
    return null
  }
}

const headerOf = (file: string, line: Buffer): Header => {
  const header = parsed(Header, line)
  if (header === null) throw new StartRefused(`${file} is no backup of Signet`)
  if (header.version !== formatVersion) {
    throw new StartRefused(
      `${file} has version ${header.version} of the format; this release reads version ${formatVersion}`,
    )
  }
  return header
}

const damaged = (file: string, cause?: unknown): StartRefused =>
  new StartRefused(`${file} is damaged or incomplete: its checksum does not fit`, cause)

const endMark = Buffer.from('{"end":')

const isEnd = (line: Buffer): boolean => line.subarray(0, endMark.length).equals(endMark)

const checkLines = async (file: string): Promise<Header> => {
  const hash = createHash('sha256')
  let header: Header | null = null
  let isComplete = false
  for await (const line of linesOf(file)) {
    if (isComplete) throw damaged(file)
    if (header === null) header = headerOf(file, line)
    if (isEnd(line)) {
      isComplete = parsed(EndLine, line)?.end.sha256 === hash.digest('hex')
      if (!isComplete) throw damaged(file)
    } else hash.update(line).update('\n')
  }
  if (header === null) throw new StartRefused(`${file} is no backup of Signet`)
  if (!isComplete) throw damaged(file)
  return header
}

const unreadable = (file: string, error: unknown): StartRefused => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') return damaged(file, error)
  return new StartRefused(`${file} cannot be read (${code || String(error)})`, error)
}

/** Reads the whole file once and compares its checksum. @throws StartRefused in one sentence */
export const checkBackup = async (file: string): Promise<Header> => {
  try {
    return await checkLines(file)
  } catch (error) {
    throw error instanceof StartRefused ? error : unreadable(file, error)
  }
}

/** Rows of one table. */
export interface Rows extends TableLine {
  readonly rows: readonly (readonly (string | null)[])[]
}

const batchBytes = 1_000_000
const mostRows = 1_000

const arrayMark = '['.charCodeAt(0)

/** The rows of a checked backup, in batches of one table each. */
export async function* readRows(file: string): AsyncGenerator<Rows> {
  let table: TableLine | null = null
  let rows: (string | null)[][] = []
  let bytes = 0
  for await (const line of linesOf(file)) {
    const isRow = line[0] === arrayMark
    if (
      table !== null &&
      rows.length > 0 &&
      (!isRow || bytes > batchBytes || rows.length === mostRows)
    ) {
      yield { ...table, rows }
      rows = []
      bytes = 0
    }
    if (!isRow) {
      table = parsed(TableLine, line)
      continue
    }
    const row = parsed(RowLine, line)
    if (row === null || row.length !== table?.columns.length) throw damaged(file)
    rows.push(row)
    bytes += line.length
  }
}
