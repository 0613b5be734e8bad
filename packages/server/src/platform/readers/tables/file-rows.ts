export type RowFaultCode =
  | 'ROW_TOO_LONG'
  | 'ROW_QUOTES'
  /** A record of JSON or LDIF that cannot be read. */
  | 'RECORD_BROKEN'
  | 'RECORD_TOO_DEEP'
  /** A value of LDIF that is no Base64. */
  | 'RECORD_BASE64'
  /** A value of LDIF that lies in another file. */
  | 'RECORD_ELSEWHERE'
  /** A change of LDIF that adds nothing. */
  | 'RECORD_CHANGE'

/** A row as it stands in the file; `fault` says why it has no cells. */
export interface FileRow {
  /** Its first line, counted from 1; of JSON, whose records need no lines, the number of the record. */
  readonly line: number
  readonly cells: readonly string[]
  readonly fault: RowFaultCode | null
  /** The cell that the fault was met in, counted from 0. */
  readonly faultAt?: number
}

/** Where a row begins: bytes from the beginning of the file, and its line. */
export interface RowStart {
  readonly bytes: number
  readonly line: number
}

export const fileStart: RowStart = { bytes: 0, line: 1 }

/** Rows by the hundred: handing over each by itself would cost more than reading it. */
export interface RowsRead {
  readonly rows: readonly FileRow[]
  /** How much of the file is read, from 0 to 1. */
  readonly progress: number
  /** Where reading may begin again to meet these rows; null where it may not. */
  readonly start: RowStart | null
}

/** The parts of an uploaded file, each but the last of `partBytes`. */
export interface StoredFile {
  readonly bytes: number
  readonly partCount: number
  readonly partBytes: number
  readonly readPart: (number: number) => Promise<Buffer>
}

/** Characters of one row at most. */
export const mostRowText = 1_000_000
/** Columns of a file at most. */
export const mostColumns = 1000
