/** What a spreadsheet would run as a formula when it opens the file; full-width signs, too. */
const formulaStart = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/

/** A cell of a CSV file (RFC 4180), harmless to a spreadsheet. */
export const csvCell = (value: string): string => {
  const safe = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line with its end (RFC 4180, section 2). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
