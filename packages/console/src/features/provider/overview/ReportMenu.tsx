import { providerReports } from '@signet/rules/provider-reports'
import { useText } from '../../../lib/i18n.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { saveReport } from './overview.queries.ts'

/** The reports on the tenants of this provider, as files. */
export const ReportMenu = () => {
  const text = useText('serviceProvider')
  return (
    <ActionMenu
      label={text('serviceProvider:reports.download')}
      actions={providerReports.map((report) => ({
        label: text(`serviceProvider:reports.names.${report}`),
        onSelect: () => void saveReport(report).catch(showFailure),
      }))}
    />
  )
}
