import { useText } from '../../../lib/i18n.ts'

const reasons = [
  'BINARY',
  'COLUMNS',
  'EMPTY',
  'ENCODING',
  'FORMAT',
  'HEADER',
  'INCOMPLETE',
  'JSON',
  'RECORDS_TOO_LARGE',
  'WORKBOOK',
  'WORKBOOK_TOO_LARGE',
] as const

/** Says in words why a file cannot be read: `ENCODING line 3 column 7`. Null for what it does not know. */
export const useFileFault = () => {
  const text = useText('bulkImport')
  return (fault: string): string | null => {
    const [code, line, column] = fault.split(/ line | column /)
    const known = reasons.find((each) => each === code)
    if (known === undefined) return null
    const reason = text(`bulkImport:operations.fileReason.${known}`)
    if (line === undefined) return text('bulkImport:operations.failed', { reason })
    return column === undefined
      ? text('bulkImport:operations.failedLine', { reason, line })
      : text('bulkImport:operations.failedPlace', { reason, line, column })
  }
}
