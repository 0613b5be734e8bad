import type { BulkEncoding } from '@signet/rules/bulk'
import { FileFault } from './file-fault.ts'
import { fileStart, type RowStart, type StoredFile } from './file-rows.ts'
import { encodingOf, markBytesOf, unfinished } from './text-encoding.ts'

export interface TextRead {
  readonly text: string
  readonly encoding: BulkEncoding
  /** Before the text: what stands at the beginning of a file and is no text. */
  readonly markBytes: number
  readonly progress: number
}

const lineFeeds = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** The text before the first bytes that the encoding does not know. */
const goodText = (former: Buffer, bytes: Buffer, encoding: BulkEncoding): string => {
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
 * @param chosen its encoding; null for the one that its first bytes look like
 * @throws FileFault ENCODING or BINARY, naming line and character
 */
export async function* decodedText(
  file: StoredFile,
  from: RowStart = fileStart,
  chosen: BulkEncoding | null = null,
): AsyncGenerator<TextRead> {
  const beginning = await file.readPart(0)
  const encoding = chosen ?? encodingOf(beginning)
  const markBytes = from.bytes === 0 ? markBytesOf(beginning, encoding) : 0
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
      // As a stream to the last part too: Node.js 20 reads a whole text of Windows-1252 as Latin-1.
      text = decoder.decode(bytes, { stream: true })
      if (isLast) text += decoder.decode()
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
