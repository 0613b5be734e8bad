import type { Severity } from '@signet/rules/severity'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import type { TableColumn } from '../../../ui/table-columns.tsx'
import { type Run, runsQuery, type Task } from './scheduled-tasks.queries.ts'
import { useReasonWords } from './task-words.ts'

const severities: Readonly<Record<Run['state'], Severity>> = {
  RUNNING: 'INFO',
  SUCCEEDED: 'OK',
  FAILED: 'ERROR',
}

const useColumns = ({ timeZone }: Task): readonly TableColumn<Run>[] => {
  const text = useText('dashboard')
  const reasonWords = useReasonWords()
  const timeColumn = useTimeColumn(timeZone)
  const { number } = useFormats()
  const title = (key: 'due' | 'trigger' | 'state' | 'reason' | 'mailed') => ({
    key,
    title: text(`dashboard:tasks.history.${key}`),
  })
  return [
    timeColumn(title('due'), ({ dueAt }) => dueAt),
    {
      ...title('trigger'),
      width: 120,
      render: ({ trigger }) => text(`dashboard:tasks.triggers.${trigger}`),
    },
    {
      ...title('state'),
      width: 120,
      render: ({ state }) => (
        <Tag label={text(`dashboard:tasks.runStates.${state}`)} severity={severities[state]} />
      ),
    },
    {
      ...title('reason'),
      render: ({ reason }) => (reason === null ? '–' : reasonWords(reason)),
    },
    { ...title('mailed'), width: 100, isNumeric: true, render: ({ mailed }) => number(mailed) },
  ]
}

/** What it did, the newest first; a report that is still kept is one click away. */
export const HistoryTab = ({ task }: { readonly task: Task }) => {
  const text = useText('dashboard')
  const may = useMay()
  const toReport = ({ reportId }: Run): string =>
    reportId === null ? `/scheduledTasks/${task.id}/history` : `/reports/saved/${reportId}`
  return (
    <ListPage<Run>
      isPart
      title={text('dashboard:tasks.tabs.history')}
      query={runsQuery(task.id)}
      columns={useColumns(task)}
      rowId={({ id }) => id}
      rowName={({ dueAt }) => dueAt}
      {...(may(['REPORTS', 'VIEW']) ? { rowLink: toReport } : {})}
      empty={{
        title: text('dashboard:tasks.history.empty'),
        text: text('dashboard:tasks.history.emptyText'),
      }}
    />
  )
}
