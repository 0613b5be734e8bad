import { FileFault } from './file-fault.ts'
import { fileStart, type RowStart, type StoredFile } from './file-rows.ts'

export interface TextRead {
  readonly text: string
  readonly encoding: string
  /** Before the text: what stands at the beginning of a file and is no text. */
  readonly markBytes: number
  readonly progress: number
}

/** UTF-16 without a byte order mark has every other byte zero in western text. */
const guessed = (beginning: Buffer): string => {
  const zeros = [0, 0]
  const looked = beginning.subarray(0, 1000)
  for (const [at, byte] of looked.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  const many = looked.length / 4
  if (odd > many && even === 0) return 'utf-16le'
  if (even > many && odd === 0) return 'utf-16be'
  return 'utf-8'
}

/** The encoding by the byte order mark, else by the look of the first bytes. */
export const encodingOf = (beginning: Buffer): string => {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le'
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return 'utf-16be'
  if (beginning[0] === 0xef && beginning[1] === 0xbb && beginning[2] === 0xbf) return 'utf-8'
  return guessed(beginning)
}

/** Bytes that a text takes in a file. */
export const bytesIn = (text: string, encoding: string): number =>
  encoding === 'utf-8' ? Buffer.byteLength(text) : text.length * 2

const markOf = (beginning: Buffer, encoding: string): number => {
  const mark = encoding === 'utf-16be' ? '\ufffe' : '\ufeff'
  const bytes = Buffer.from(mark, encoding === 'utf-8' ? 'utf8' : 'utf16le')
  return beginning.subarray(0, bytes.length).equals(bytes) ? bytes.length : 0
}

const lineFeeds = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Bytes at the end of a part of a character that goes on in the next one. */
const unfinished = (part: Buffer, encoding: string): Buffer => {
  if (encoding !== 'utf-8') {
    const unit = part.subarray(-2)
    const isHigh =
      unit.length === 2 && ((unit[encoding === 'utf-16be' ? 0 : 1] ?? 0) & 0xfc) === 0xd8
    return isHigh ? unit : part.subarray(part.length)
  }
  for (let count = 1; count <= 3; count += 1) {
    const lead = part.at(-count) ?? 0
    if (lead < 0x80) break
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
    if (lead >= 0xc0) return part.subarray(count < length ? -count : part.length)
  }
  return part.subarray(part.length)
}

/** The text before the first bytes that the encoding does not know. */
const goodText = (former: Buffer, bytes: Buffer, encoding: string): string => {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  const text = decoder.decode(Buffer.concat([unfinished(former, encoding), bytes]))
  const bad = text.indexOf('\ufffd')
  return bad === -1 ? text : text.slice(0, bad)
}

const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1)

/** How far the text has been read. */
class Reached {
  #line: number
  #column = 1

  constructor(line: number) {
    this.#line = line
  }

  pass(text: string): void {
    this.#line += lineFeeds(text)
    const rest = text.length - wholeLines(text).length
    this.#column = rest === text.length ? this.#column + rest : rest + 1
  }

  /** What is wrong behind that text. */
  faultBehind(text: string, code: 'ENCODING' | 'BINARY', cause?: unknown): FileFault {
    this.pass(text)
    return new FileFault(code, { line: this.#line, column: this.#column }, cause)
  }
}

/**
 * The text of a file, part by part, from the beginning of a row on; the lines before a fault too.
 * @throws FileFault ENCODING or BINARY, naming line and character
 */
export async function* decodedText(
  file: StoredFile,
  from: RowStart = fileStart,
): AsyncGenerator<TextRead> {
  const beginning = await file.readPart(0)
  const encoding = encodingOf(beginning)
  const markBytes = from.bytes === 0 ? markOf(beginning, encoding) : 0
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: from.bytes > 0 })
  const firstPart = Math.floor(from.bytes / file.partBytes)
  const reached = new Reached(from.line)
  let former: Buffer = Buffer.alloc(0)
  for (let number = firstPart; number < file.partCount; number += 1) {
    const part = await file.readPart(number)
    const bytes = number === firstPart ? part.subarray(from.bytes % file.partBytes) : part
    const isLast = number === file.partCount - 1
    const progress = Math.min(1, ((number + 1) * file.partBytes) / file.bytes)
    const readOf = (text: string): TextRead => ({ text, encoding, markBytes, progress })
    let text: string
    try {
      text = decoder.decode(bytes, { stream: !isLast })
    } catch (cause) {
      const good = goodText(former, number === 0 ? bytes.subarray(markBytes) : bytes, encoding)
      yield readOf(wholeLines(good))
      throw reached.faultBehind(good, 'ENCODING', cause)
    }
    const zero = text.indexOf('\u0000')
    if (zero !== -1) {
      const good = text.slice(0, zero)
      yield readOf(wholeLines(good))
      throw reached.faultBehind(good, 'BINARY')
    }
    yield readOf(text)
    reached.pass(text)
    former = bytes
  }
}
