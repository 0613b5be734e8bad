import { csvCell } from '../../../platform/csv.ts'
import type { Cell, ReportTable } from './report-tables.ts'

export const cellText = (cell: Cell): string => {
  if (cell === null) return ''
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

/** With a byte order mark, by which Excel knows UTF-8; formulas are neutralised. */
export const reportCsv = ({ columns, rows }: ReportTable): Buffer => {
  const lines = [columns, ...rows].map((cells) =>
    cells.map((cell) => csvCell(cellText(cell))).join(','),
  )
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}
