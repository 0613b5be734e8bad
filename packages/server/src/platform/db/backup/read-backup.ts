import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import type { SealingKey } from '../../secrets/envelope.ts'
import { StartRefused } from '../../start-refused.ts'
import {
  EndLine,
  formatVersion,
  Header,
  RowLine,
  TableLine,
  unsignedVersion,
} from './backup-format.ts'
import { backupSeal, isSameProof, type Proof } from './backup-seal.ts'

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

/** By what a backup is believed. */
export interface Trust {
  /** Null where there is none yet. */
  readonly master: SealingKey | null
  /** A file without a signature is taken, too: the administrator says where it comes from. */
  readonly unsigned: boolean
}

const expectSigned = (file: string, header: Header, { master, unsigned }: Trust): void => {
  if (unsigned) return
  if (header.version === unsignedVersion) {
    throw new StartRefused(
      `${file} is an older backup without a signature: restore it with --unsigned if you know that it was not changed`,
    )
  }
  if (master === null) {
    throw new StartRefused(
      'The master key of the backup is missing: import it first ("key import"), or give SIGNET_MASTER_KEY or SIGNET_MASTER_KEY_FILE',
    )
  }
  if (header.keyId === master.id.toString('hex')) return
  throw new StartRefused(`${file} was signed with another master key than the given one`)
}

const changed = (file: string): StartRefused =>
  new StartRefused(`${file} was changed after it was made: its signature does not fit`)

const headerOf = (file: string, line: Buffer, trust: Trust): Header => {
  const header = parsed(Header, line)
  if (header === null) throw new StartRefused(`${file} is no backup of Signet`)
  if (header.version !== formatVersion && header.version !== unsignedVersion) {
    throw new StartRefused(
      `${file} has version ${header.version} of the format; this release reads versions ${unsignedVersion} and ${formatVersion}`,
    )
  }
  expectSigned(file, header, trust)
  return header
}

const damaged = (file: string, cause?: unknown): StartRefused =>
  new StartRefused(`${file} is damaged or incomplete: its checksum does not fit`, cause)

const endMark = Buffer.from('{"end":')

const isEnd = (line: Buffer): boolean => line.subarray(0, endMark.length).equals(endMark)

interface Ending extends Trust {
  readonly line: Buffer
  readonly proof: Proof
}

const checkEnd = (file: string, { line, proof, unsigned }: Ending): void => {
  const end = parsed(EndLine, line)?.end
  if (end?.sha256 !== proof.sha256) throw damaged(file)
  if (!unsigned && !isSameProof(end.hmac ?? '', proof.hmac)) throw changed(file)
}

const checkLines = async (file: string, trust: Trust): Promise<Header> => {
  const seal = backupSeal(trust.master)
  let header: Header | null = null
  let isComplete = false
  for await (const line of linesOf(file)) {
    if (isComplete) throw damaged(file)
    if (header === null) header = headerOf(file, line, trust)
    if (isEnd(line)) {
      checkEnd(file, { ...trust, line, proof: seal.proof() })
      isComplete = true
    } else {
      seal.update(line)
      seal.update('\n')
    }
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

/** Reads the whole file once and compares its checksum and signature. @throws StartRefused in one sentence */
export const checkBackup = async (file: string, trust: Trust): Promise<Header> => {
  try {
    return await checkLines(file, trust)
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
