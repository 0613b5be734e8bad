/** What makes a whole file unreadable, from a line on. */
export type FileFaultCode =
  | 'EMPTY'
  | 'BINARY'
  | 'ENCODING'
  | 'HEADER'
  | 'WORKBOOK'
  | 'WORKBOOK_TOO_LARGE'
  | 'INCOMPLETE'
  | 'JSON'
  | 'COLUMNS'
  | 'RECORDS_TOO_LARGE'
  | 'FORMAT'

interface Place {
  readonly line: number | null
  readonly column: number | null
}

const nowhere: Place = { line: null, column: null }

/** Its message is `ENCODING line 3 column 7`, as far as there is a place. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
  readonly code: FileFaultCode
  /** Counted from 1; null where lines mean nothing. */
  readonly line: number | null
  /** The character of the line, counted from 1. */
  readonly column: number | null

  constructor(code: FileFaultCode, at: number | Place | null = null, cause?: unknown) {
    const { line, column } = typeof at === 'number' ? { line: at, column: null } : (at ?? nowhere)
    const place = [line === null ? '' : ` line ${line}`, column === null ? '' : ` column ${column}`]
    super(`${code}${place.join('')}`, { cause })
    this.code = code
    this.line = line
    this.column = column
  }
}
