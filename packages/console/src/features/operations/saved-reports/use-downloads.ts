import { useText } from '../../../lib/i18n.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { reportFormats, saveReport } from '../../../pickers/reports/download-report.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import type { Report } from './saved-reports.queries.ts'

const words = { csv: 'downloadCsv', pdf: 'downloadPdf' } as const

/** The files of a report that is ready, for who may take them along. */
export const useDownloads = () => {
  const text = useText('dashboard')
  const may = useMay()
  return (report: Report): readonly MenuAction[] =>
    report.state === 'COMPLETED' && may(['EXPORTREPORTS', 'VIEW'])
      ? reportFormats.map((format) => ({
          label: text(`dashboard:reports.actions.${words[format]}`),
          onSelect: () => void saveReport(report, format).catch(showFailure),
        }))
      : []
}
