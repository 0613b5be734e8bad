import { setImmediate as turn } from 'node:timers/promises'
import type { TextRead } from './decoded-text.ts'
import {
  type FileRow,
  fileStart,
  mostColumns,
  mostRowText,
  type RowStart,
  type RowsRead,
} from './file-rows.ts'
import { bytesIn } from './text-encoding.ts'

interface Record {
  readonly cells: readonly string[]
  /** Where the next one begins. */
  readonly next: number
}

/** A row that ends beyond the text at hand, and the cell that this text ends in, counted from 0. */
class Unfinished {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

/** A row that is not read to its end. */
class Broken {
  readonly fault: 'ROW_QUOTES' | 'ROW_TOO_LONG'
  /** The cell, counted from 0. */
  readonly at: number
  /** Up to there the text was read. */
  readonly end: number

  constructor(fault: Broken['fault'], { at, end }: Pick<Broken, 'at' | 'end'>) {
    this.fault = fault
    this.at = at
    this.end = end
  }
}

interface Quoted {
  readonly value: string
  /** After the closing quote. */
  readonly next: number
}

/**
 * Characters of rows with broken quotes that are read again from their second line on. In rows
 * beyond it, all that was read goes with the row: a file of such rows would be read as often as it
 * has lines.
 */
const mostReadAgain = mostRowText

/**
 * Null where it does not close in this text.
 * @param at of the opening quote; a quote within is doubled (RFC 4180, section 2.7)
 */
const quotedAt = (text: string, at: number): Quoted | null => {
  const start = at + 1
  for (let from = start; ; ) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return null
    if (text[quote + 1] !== '"') {
      return { value: text.slice(start, quote).replaceAll('""', '"'), next: quote + 1 }
    }
    from = quote + 2
  }
}

const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text)

/** Of a row that is too long: the first cell beyond the columns there may be, else the longest. */
const longRow = (cells: readonly string[]): Pick<FileRow, 'cells' | 'fault' | 'faultAt'> => {
  const lengths = cells.map(({ length }) => length)
  const longest = lengths.indexOf(Math.max(...lengths.slice(0, mostColumns)))
  const faultAt = cells.length > mostColumns ? mostColumns : longest
  return { cells: [], fault: 'ROW_TOO_LONG', faultAt }
}

const atCommas = (): RegExp => /[,\n]/g

/** Where a field ends that has no quotes, by delimiter. */
const ends = new Map<string, () => RegExp>([
  [',', atCommas],
  [';', () => /[;\n]/g],
  ['\t', () => /[\t\n]/g],
  ['|', () => /[|\n]/g],
  [' ', () => /[ \n]/g],
])

/** Characters read at a time: whatever they are, that takes a few milliseconds. */
const sliceLength = 16_384

/** Reads rows of text with a delimiter, quotes and line ends of either kind (RFC 4180). */
export class CsvText {
  readonly #delimiter: string
  readonly #ends: RegExp
  #text = ''
  #line: number
  #isSkipping = false
  #taken = ''
  #readAgain = 0
  #enough = 0

  /** @param line of the first row */
  constructor(delimiter: string, line = 1) {
    this.#delimiter = delimiter
    this.#ends = (ends.get(delimiter) ?? atCommas)()
    this.#line = line
  }

  /** The line of the next row; null within a row that is too long to be kept. */
  get nextLine(): number | null {
    return this.#isSkipping ? null : this.#line
  }

  /** The text that the last read has done with. */
  get taken(): string {
    return this.#taken
  }

  /** The rows that end in what has come so far; all of them at the end. */
  read(text: string, isEnd: boolean): FileRow[] {
    this.#text += text
    this.#taken = ''
    // A row that does not end yet is read again when there is twice as much: in all, twice its length.
    if (!isEnd && this.#text.length < this.#enough) return []
    const rows: FileRow[] = []
    let at = this.#isSkipping ? this.#skipped(0) : 0
    while (at < this.#text.length) {
      const found = this.#record(at, isEnd)
      const isUnfinished = found instanceof Unfinished
      if (isUnfinished && !isEnd && this.#text.length - at <= mostRowText) break
      if (isUnfinished || found instanceof Broken) {
        rows.push(this.#faulty(at, found))
        at = this.#behindFault(at, found)
      } else {
        this.#take(rows, at, found)
        at = found.next
      }
    }
    this.#taken = this.#text.slice(0, at)
    this.#text = this.#text.slice(at)
    const rest = this.#text.length
    this.#enough = rest > sliceLength ? Math.min(2 * rest, mostRowText + 1) : 0
    return rows
  }

  /** The rows that end in what has come, where nothing more comes by a fault. */
  readWaiting(): FileRow[] {
    this.#enough = 0
    return this.read('', false)
  }

  #take(rows: FileRow[], at: number, { cells, next }: Record): void {
    const isLong = next - at > mostRowText || cells.length > mostColumns
    const isEmpty = cells.length === 1 && cells[0] === ''
    if (isLong) rows.push({ ...longRow(cells), line: this.#line })
    else if (!isEmpty) rows.push({ line: this.#line, cells, fault: null })
    this.#countLines(at, next)
  }

  /** A quote that never closes takes one line with it, not the rest of the file. */
  #faulty(at: number, found: Unfinished | Broken): FileRow {
    const row = { line: this.#line, cells: [], faultAt: found.at }
    if (found instanceof Broken) return { ...row, fault: found.fault }
    const end = this.#text.indexOf('\n', at)
    const isLong = (end === -1 ? this.#text.length : end) - at > mostRowText
    return { ...row, fault: isLong ? 'ROW_TOO_LONG' : 'ROW_QUOTES' }
  }

  /** Behind the first line of a faulty row, or behind all of it that was read. */
  #behindFault(at: number, found: Unfinished | Broken): number {
    const end = found instanceof Broken ? found.end : this.#text.length
    const last = this.#text.lastIndexOf('\n', end - 1)
    if (last <= at) return this.#skipped(at)
    this.#readAgain += end - at
    if (this.#readAgain <= mostReadAgain) return this.#skipped(at)
    this.#countLines(at, last)
    return this.#skipped(last)
  }

  /** Behind the line that begins at or goes on until there. */
  #skipped(at: number): number {
    const end = this.#text.indexOf('\n', at)
    this.#isSkipping = end === -1
    if (end === -1) return this.#text.length
    this.#line += 1
    return end + 1
  }

  #countLines(from: number, to: number): void {
    for (let at = this.#text.indexOf('\n', from); at !== -1 && at < to; ) {
      this.#line += 1
      at = this.#text.indexOf('\n', at + 1)
    }
  }

  #record(at: number, isEnd: boolean): Record | Unfinished | Broken {
    const end = this.#text.indexOf('\n', at)
    const line = this.#text.slice(at, end === -1 ? undefined : end)
    if (line.includes('"')) return this.#quotedRecord(at, isEnd)
    const cells = withoutReturn(line).split(this.#delimiter, mostColumns + 1)
    if (end === -1 && !isEnd) return new Unfinished(cells.length - 1)
    return { cells, next: end === -1 ? this.#text.length : end + 1 }
  }

  #quotedRecord(start: number, isEnd: boolean): Record | Unfinished | Broken {
    const cells: string[] = []
    let at = start
    for (;;) {
      const isQuoted = this.#text[at] === '"'
      const cell = isQuoted ? quotedAt(this.#text, at) : this.#plainAt(at)
      if (cell === null) return new Unfinished(cells.length)
      cells.push(cell.value)
      const sign = this.#signAt(cell.next)
      const place = { at: cells.length - 1, end: cell.next }
      if (sign === '' && !isEnd) return new Unfinished(place.at)
      if (sign === null) return new Broken('ROW_QUOTES', place)
      if (cells.length > mostColumns) return new Broken('ROW_TOO_LONG', place)
      at = cell.next + sign.length
      if (sign !== this.#delimiter) return { cells, next: at }
    }
  }

  /** A cell without quotes at its beginning; quotes inside stand for themselves. */
  #plainAt(at: number): Quoted {
    // The nearer of the two alone: to look for each would read on to the end where one is missing.
    this.#ends.lastIndex = at
    const next = this.#ends.exec(this.#text)?.index ?? this.#text.length
    const isReturn = this.#text[next] === '\n' && this.#text[next - 1] === '\r' && next > at
    const end = isReturn ? next - 1 : next
    return { value: this.#text.slice(at, end), next: end }
  }

  /** What ends a cell there; empty at the end of the text, null when nothing does. */
  #signAt(at: number): string | null {
    const text = this.#text
    if (at >= text.length || (text[at] === '\r' && at + 1 === text.length)) return text.slice(at)
    if (text[at] === this.#delimiter || text[at] === '\n') return text[at] ?? ''
    return text.startsWith('\r\n', at) ? '\r\n' : null
  }
}

const isHighSurrogate = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800

/** The text in slices that cut no character in two; others get their turn between them. */
async function* slices(texts: AsyncIterable<TextRead>): AsyncGenerator<TextRead> {
  let before = 0
  for await (const read of texts) {
    const { text, progress } = read
    let at = 0
    do {
      const end = at + sliceLength
      const to = isHighSurrogate(text, end - 1) ? end + 1 : end
      const share = Math.min(1, to / text.length)
      yield { ...read, text: text.slice(at, to), progress: before + (progress - before) * share }
      at = to
      if (at < text.length) await turn()
    } while (at < text.length)
    before = progress
  }
}

/** The first line by which Excel is told the delimiter; no row of the table. */
const separatorLine = /^"?sep=(.)"?\r?(?:\n|$)/i

/** Of the line, its quotes included. A cell is a text in many pieces, which looking into it would join. */
const longestSeparator = 8

const withoutSeparator = (rows: FileRow[], delimiter: string): FileRow[] => {
  const [first] = rows
  const isShort = first?.line === 1 && first.cells.every(({ length }) => length <= longestSeparator)
  const isOne = isShort && separatorLine.test(first.cells.join(delimiter))
  return isOne ? rows.slice(1) : rows
}

/** The rows of delimited text that begins there in its file. */
export async function* csvRows(
  texts: AsyncIterable<TextRead>,
  delimiter: string,
  from: RowStart = fileStart,
): AsyncGenerator<RowsRead> {
  const csv = new CsvText(delimiter, from.line)
  let { bytes } = from
  const startNow = (): RowStart | null =>
    csv.nextLine === null ? null : { bytes, line: csv.nextLine }
  let reached = 0
  try {
    for await (const { text, progress, encoding, markBytes } of slices(texts)) {
      if (bytes === 0) bytes = markBytes
      const start = startNow()
      const rows = withoutSeparator(csv.read(text, false), delimiter)
      bytes += bytesIn(csv.taken, encoding)
      reached = progress
      yield { rows, progress, start }
    }
  } catch (fault) {
    const start = startNow()
    const rows = withoutSeparator(csv.readWaiting(), delimiter)
    if (rows.length > 0) yield { rows, progress: reached, start }
    throw fault
  }
  const start = startNow()
  yield { rows: withoutSeparator(csv.read('', true), delimiter), progress: 1, start }
}

const delimiters = [',', ';', '\t', '|']

/**
 * The delimiter that the first line names, else the one that it has most of, outside quotes; of a
 * long line, its beginning.
 */
export const delimiterOf = (beginning: string): string => {
  const [named = '', sign = ''] = separatorLine.exec(beginning) ?? []
  if (delimiters.includes(sign)) return sign
  const line =
    beginning
      .slice(named.length, named.length + sliceLength)
      .replaceAll(/"(?:[^"]|"")*"/g, '')
      .split('\n', 1)[0] ?? ''
  const counted = delimiters.map((each) => ({ sign: each, count: line.split(each).length }))
  const [best] = counted.toSorted((a, b) => b.count - a.count)
  return best === undefined || best.count === 1 ? ',' : best.sign
}
