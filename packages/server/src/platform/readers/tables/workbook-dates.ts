import { FileFault } from './file-fault.ts'
import type { WorkbookEntry } from './workbook-entries.ts'
import { readWhole } from './workbook-xml.ts'

/** Which cells hold dates: they are numbers, told apart by how they are shown. */
export interface DateStyles {
  /** The numbers of such styles, as cells name them. */
  readonly styles: ReadonlySet<string>
  /** Whether days are counted from 1904 (ECMA-376, part 1, 18.17.4.1). */
  readonly is1904: boolean
}

/** Numbers of built-in formats for dates and times of day (ECMA-376, part 1, 18.8.30). */
const isBuiltIn = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  id === 45 ||
  id === 47 ||
  (id >= 27 && id <= 36) ||
  (id >= 50 && id <= 58)

/** Characters of a format's code, and styles of cells, that Excel takes at most. */
const longestCode = 255
const mostStyles = 65_490
/** Excel takes some 250 codes; other programs write more. */
const mostCodes = 10_000

/** A duration (`[h]:mm`) is no date; colours, quoted and escaped letters mean nothing. */
const isDateCode = (code: string): boolean => {
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return false
  return /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\\.|_.|\[[^\][]*\]|general/gi, ''))
}

const refuseBeyond = (count: number, most: number): void => {
  if (count > most) throw new FileFault('WORKBOOK_TOO_LARGE')
}

/** The styles of a workbook that show dates. @throws FileFault */
export const dateStyles = async (entry: WorkbookEntry | null): Promise<ReadonlySet<string>> => {
  const isDateOf = new Map<string, boolean>()
  const styles = new Set<string>()
  let isCellFormat = false
  let count = 0
  let codes = 0
  await readWhole(entry, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') {
        codes += 1
        refuseBeyond(codes, mostCodes)
        refuseBeyond(formatCode.length, longestCode)
        isDateOf.set(numFmtId, isDateCode(formatCode))
      }
      if (name === 'cellXfs') isCellFormat = true
      if (name !== 'xf' || !isCellFormat) return
      refuseBeyond(count, mostStyles)
      if (isDateOf.get(numFmtId) ?? isBuiltIn(Number(numFmtId))) styles.add(String(count))
      count += 1
    },
    close: (name) => {
      if (name === 'cellXfs') isCellFormat = false
    },
  })
  return styles
}

const dayMillis = 86_400_000
/** The day after 31 December 9999. */
const mostDays = 2_958_466
/** Excel counts a 29 February 1900 that never was. */
const leapFault = 60

const dayZero = (days: number, is1904: boolean): number => {
  if (is1904) return Date.UTC(1904, 0, 1)
  return days < leapFault ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
}

/** A number of days as an ISO date, with its time unless that is midnight; below one, the time alone. */
export const isoDate = (value: string, is1904: boolean): string => {
  const days = Number(value)
  if (value === '' || !(days >= 0 && days < mostDays)) return value
  const seconds = Math.round(days * 86_400)
  const at = new Date(dayZero(days, is1904) + seconds * 1000).toISOString().slice(0, 19)
  if (days < 1 && !is1904) return at.slice(11)
  return (seconds * 1000) % dayMillis === 0 ? at.slice(0, 10) : at
}
