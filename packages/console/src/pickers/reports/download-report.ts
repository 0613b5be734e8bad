import { downloadReport, printReport } from '@signet/contract/operations/saved-reports'
import { callForFile } from '../../lib/call.ts'
import { saveFile } from '../save-file.ts'

export const reportFormats = ['csv', 'pdf'] as const
type ReportFormat = (typeof reportFormats)[number]

const files = {
  csv: { endpoint: downloadReport, type: 'text/csv;charset=utf-8' },
  pdf: { endpoint: printReport, type: 'application/pdf' },
} as const

/** Hands a file of a saved report over to the browser's downloads. */
export const saveReport = async (
  { id, name }: { readonly id: string; readonly name: string },
  format: ReportFormat,
): Promise<void> => {
  const { endpoint, type } = files[format]
  saveFile(`${name}.${format}`, type, await callForFile(endpoint, { params: { id } }))
}
