import Save from '@mui/icons-material/SaveOutlined'
import { type ListRequest, useListState } from '../../../kit/list-state.ts'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { ReportTabs } from '../../../pickers/reports/ReportTabs.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { auditEventsQuery } from './audit-events.queries.ts'
import { filterOf } from './audit-filter.ts'
import { EventList } from './EventList.tsx'

/** A report of what is looked at; how far it looks back is chosen there. */
const savedReportLink = (request: ListRequest): string => {
  const filter = { ...filterOf(request), from: undefined, until: undefined }
  return `/reports/saved/add?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
}

const tools = exportTool({
  list: 'auditevents',
  body: filterOf,
  fields: {
    time: ['eventTime'],
    actor: ['actorType', 'actorId', 'actorName'],
    action: ['action'],
    subject: ['entityType', 'entityId', 'entityName'],
    outcome: ['outcome'],
    address: ['address'],
  },
})

/** Everything that happened, the newest first. */
const AuditReportPage = () => {
  const text = useText('dashboard')
  const may = useMay()
  const { request } = useListState(null)
  return (
    <ReportTabs current="activity">
      <EventList
        isPart
        title={text('common:pages.activity')}
        report="/reports"
        query={auditEventsQuery}
        views="auditevents"
        tools={tools}
        actions={
          may(['REPORTS', 'ADD']) && (
            <Button icon={<Save />} to={savedReportLink(request)}>
              {text('dashboard:audit.save')}
            </Button>
          )
        }
        empty={{ title: text('dashboard:audit.empty'), text: text('dashboard:audit.emptyText') }}
      />
    </ReportTabs>
  )
}

export default AuditReportPage
