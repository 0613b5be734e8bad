import type { RowFaultCode } from '../tables/file-rows.ts'

/** One record of a file that has no rows: its values by name, or why it cannot be read. */
export interface FoundRecord {
  /** Its first line, or its number, counted from 1. */
  readonly line: number
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly fault: RowFaultCode | null
  /** The name of the value that the fault was met in. */
  readonly faultAt?: string
}

/** Takes text as it comes. @throws FileFault for text that is not of the format */
export interface RecordReader {
  /** The records that end in what has come so far. */
  readonly read: (text: string) => FoundRecord[]
  /** The records that the end of the file ends. */
  readonly end: () => FoundRecord[]
}

export const brokenRecord = (line: number, fault: RowFaultCode, faultAt?: string): FoundRecord => ({
  line,
  values: new Map(),
  fault,
  ...(faultAt === undefined ? {} : { faultAt }),
})
