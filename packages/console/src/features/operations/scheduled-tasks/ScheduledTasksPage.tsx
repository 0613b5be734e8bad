import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { useReportWords } from '../../../pickers/reports/report-words.ts'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { StateTag, taskStates } from './StateTag.tsx'
import { type Task, tasksQuery } from './scheduled-tasks.queries.ts'
import { useScheduleWords } from './task-words.ts'

const rowLink = ({ id }: Task): string => `/scheduledTasks/${id}`

const useColumns = (): readonly TableColumn<Task>[] => {
  const text = useText('dashboard')
  const words = useReportWords()
  const schedule = useScheduleWords()
  const timeColumn = useTimeColumn()
  const title = (key: 'name' | 'report' | 'schedule' | 'nextRun' | 'lastRun' | 'state') => ({
    key,
    title: text(`dashboard:tasks.list.${key}`),
  })
  return [
    { ...title('name'), isSortable: true, render: rowName },
    { ...title('report'), render: ({ report }) => words.kind(report.kind) },
    { ...title('schedule'), render: ({ cron }) => schedule(cron) },
    timeColumn(title('nextRun'), ({ nextRuns: [next] }) => next ?? null),
    timeColumn(title('lastRun'), ({ lastRunAt }) => lastRunAt),
    { ...title('state'), width: 140, render: (task) => <StateTag task={task} /> },
  ]
}

const tools = exportTool({
  list: 'scheduledtasks',
  ids: idsOf(tasksQuery),
  fields: {
    name: ['name'],
    report: ['report'],
    schedule: ['cron', 'timeZone'],
    nextRun: ['nextRuns'],
    lastRun: ['lastRunAt'],
    state: ['enabled', 'pausedReason', 'lastRunState'],
  },
})

/** Every report that is mailed at regular times. */
const ScheduledTasksPage = () => {
  const text = useText('dashboard')
  const add = useAddButton(
    ['SCHEDULEDTASKS', 'ADD'],
    '/scheduledTasks/add',
    text('dashboard:tasks.add'),
  )
  const filter = {
    key: 'state',
    label: text('dashboard:tasks.list.state'),
    options: taskStates.map((value) => ({ value, label: text(`dashboard:tasks.states.${value}`) })),
  }
  return (
    <ListPage<Task>
      title={text('common:pages.scheduledTasks')}
      query={tasksQuery}
      views="scheduledtasks"
      tools={tools}
      columns={useColumns()}
      filters={[filter]}
      searchLabel={text('dashboard:tasks.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      empty={{
        title: text('dashboard:tasks.empty'),
        text: text('dashboard:tasks.emptyText'),
        actions: add,
      }}
    />
  )
}

export default ScheduledTasksPage
