import { bytesIn, type TextRead } from './decoded-text.ts'
import {
  type FileRow,
  fileStart,
  mostColumns,
  mostRowText,
  type RowStart,
  type RowsRead,
} from './file-rows.ts'

interface Record {
  readonly cells: readonly string[]
  /** Where the next one begins. */
  readonly next: number
}

/** A row that ends beyond the text at hand. */
const unfinished = Symbol('unfinished')
/** Something follows a closing quote that is no delimiter. */
class Misquoted {
  /** The cell, counted from 0. */
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

interface Quoted {
  readonly value: string
  /** After the closing quote. */
  readonly next: number
}

/** @param at of the opening quote; a quote within is doubled (RFC 4180, section 2.7) */
const quotedAt = (text: string, at: number): Quoted | typeof unfinished => {
  let value = ''
  let from = at + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return unfinished
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, next: quote + 1 }
    value += '"'
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

/** Reads rows of text with a delimiter, quotes and line ends of either kind (RFC 4180). */
export class CsvText {
  readonly #delimiter: string
  #text = ''
  #line: number
  #isSkipping = false
  #taken = ''

  /** @param line of the first row */
  constructor(delimiter: string, line = 1) {
    this.#delimiter = delimiter
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
    const rows: FileRow[] = []
    let at = this.#isSkipping ? this.#skipped(0) : 0
    while (at < this.#text.length) {
      const found = this.#record(at, isEnd)
      if (found === unfinished && !isEnd && this.#text.length - at <= mostRowText) break
      if (found === unfinished || found instanceof Misquoted) {
        rows.push(this.#faulty(at, found))
        at = this.#skipped(at)
      } else {
        this.#take(rows, at, found)
        at = found.next
      }
    }
    this.#taken = this.#text.slice(0, at)
    this.#text = this.#text.slice(at)
    return rows
  }

  #take(rows: FileRow[], at: number, { cells, next }: Record): void {
    const isLong = next - at > mostRowText || cells.length > mostColumns
    const isEmpty = cells.length === 1 && cells[0] === ''
    if (isLong) rows.push({ ...longRow(cells), line: this.#line })
    else if (!isEmpty) rows.push({ line: this.#line, cells, fault: null })
    this.#countLines(at, next)
  }

  /** A quote that never closes takes one line with it, not the rest of the file. */
  #faulty(at: number, found: typeof unfinished | Misquoted): FileRow {
    const row = { line: this.#line, cells: [] }
    if (found instanceof Misquoted) return { ...row, fault: 'ROW_QUOTES', faultAt: found.at }
    const end = this.#text.indexOf('\n', at)
    const isLong = (end === -1 ? this.#text.length : end) - at > mostRowText
    return { ...row, fault: isLong ? 'ROW_TOO_LONG' : 'ROW_QUOTES', faultAt: this.#lastCell(at) }
  }

  /** The cell that the text at hand of an unfinished row ends in, counted from 0. */
  #lastCell(start: number): number {
    for (let cell = 0, at = start; ; cell += 1) {
      const read = this.#text[at] === '"' ? quotedAt(this.#text, at) : this.#plainAt(at)
      if (read === unfinished || this.#text[read.next] !== this.#delimiter) return cell
      at = read.next + 1
    }
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

  #record(at: number, isEnd: boolean): Record | typeof unfinished | Misquoted {
    const end = this.#text.indexOf('\n', at)
    if (end === -1 && !isEnd) return unfinished
    const line = this.#text.slice(at, end === -1 ? undefined : end)
    if (line.includes('"')) return this.#quotedRecord(at, isEnd)
    const next = end === -1 ? this.#text.length : end + 1
    return { cells: withoutReturn(line).split(this.#delimiter), next }
  }

  #quotedRecord(start: number, isEnd: boolean): Record | typeof unfinished | Misquoted {
    const cells: string[] = []
    let at = start
    for (;;) {
      const isQuoted = this.#text[at] === '"'
      const cell = isQuoted ? quotedAt(this.#text, at) : this.#plainAt(at)
      if (cell === unfinished) return unfinished
      cells.push(cell.value)
      const sign = this.#signAt(cell.next)
      if (sign === '' && !isEnd) return unfinished
      if (sign === null) return new Misquoted(cells.length - 1)
      at = cell.next + sign.length
      if (sign !== this.#delimiter) return { cells, next: at }
    }
  }

  /** A cell without quotes at its beginning; quotes inside stand for themselves. */
  #plainAt(at: number): Quoted {
    const ends = [this.#delimiter, '\n'].map((sign) => this.#text.indexOf(sign, at))
    const found = ends.filter((end) => end !== -1)
    const next = found.length === 0 ? this.#text.length : Math.min(...found)
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
  for await (const { text, progress, encoding, markBytes } of texts) {
    if (bytes === 0) bytes = markBytes
    const start = startNow()
    const rows = csv.read(text, false)
    bytes += bytesIn(csv.taken, encoding)
    yield { rows, progress, start }
  }
  const start = startNow()
  yield { rows: csv.read('', true), progress: 1, start }
}

/** The delimiter that the first line has most of, outside quotes. */
export const delimiterOf = (beginning: string): string => {
  const line = beginning.replaceAll(/"(?:[^"]|"")*"/g, '').split('\n', 1)[0] ?? ''
  const counted = [',', ';', '\t', '|'].map((sign) => ({ sign, count: line.split(sign).length }))
  const [best] = counted.toSorted((a, b) => b.count - a.count)
  return best === undefined || best.count === 1 ? ',' : best.sign
}
