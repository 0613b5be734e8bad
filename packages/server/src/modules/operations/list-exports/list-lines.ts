import { csvCell } from '../../../platform/csv.ts'

export type Row = Readonly<Record<string, unknown>>

const isNamed = (value: unknown): value is { readonly name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

const itemText = (item: unknown): string => {
  if (isNamed(item)) return item.name
  return typeof item === 'object' ? JSON.stringify(item) : String(item)
}

/** A value as people read it: names instead of what is named, JSON for what has no other form. */
const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.map(itemText).join('; ') : itemText(value)
}

/** One line of the file (RFC 4180), harmless to a spreadsheet. */
export const lineOf = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => csvCell(cellText(cell))).join(',')}\r\n`

export const linesOf = (rows: readonly Row[], columns: readonly string[]): string =>
  rows.map((row) => lineOf(columns.map((column) => row[column]))).join('')
