import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { ReportTabs } from '../../../pickers/reports/ReportTabs.tsx'
import { useReportWords } from '../../../pickers/reports/report-words.ts'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { StateTag } from './StateTag.tsx'
import { type Report, reportsQuery } from './saved-reports.queries.ts'
import { useDownloads } from './use-downloads.ts'

const rowLink = ({ id }: Report): string => `/reports/saved/${id}`

const useColumns = (): readonly TableColumn<Report>[] => {
  const text = useText('dashboard')
  const words = useReportWords()
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  const title = (key: 'name' | 'kind' | 'state' | 'rows' | 'startedBy' | 'created') => ({
    key,
    title: text(`dashboard:reports.list.${key}`),
  })
  return [
    { ...title('name'), share: 1.4, render: rowName },
    { ...title('kind'), render: ({ definition }) => words.kind(definition.kind) },
    { ...title('state'), width: 130, render: ({ state }) => <StateTag state={state} /> },
    {
      ...title('rows'),
      width: 90,
      isNumeric: true,
      render: ({ rows }) => (rows === null ? '–' : number(rows)),
    },
    { ...title('startedBy'), width: 110, render: ({ startedBy }) => startedBy },
    timeColumn(title('created'), ({ createdAt }) => createdAt),
  ]
}

const tools = exportTool({
  list: 'reports',
  body: () => ({}),
  fields: {
    name: ['name'],
    kind: ['definition'],
    state: ['state'],
    rows: ['rows'],
    startedBy: ['startedBy'],
    created: ['createdAt'],
  },
})

/** Reports that were asked for or scheduled, the newest first. */
const SavedReportsPage = () => {
  const text = useText('dashboard')
  const downloads = useDownloads()
  const add = useAddButton(['REPORTS', 'ADD'], '/reports/saved/add', text('dashboard:reports.add'))
  return (
    <ReportTabs current="savedReports">
      <ListPage<Report>
        isPart
        title={text('common:pages.savedReports')}
        query={reportsQuery}
        columns={useColumns()}
        {...{ rowId, rowName, rowLink }}
        rowActions={downloads}
        actions={add}
        views="reports"
        tools={tools}
        empty={{
          title: text('dashboard:reports.empty'),
          text: text('dashboard:reports.emptyText'),
          actions: add,
        }}
      />
    </ReportTabs>
  )
}

export default SavedReportsPage
