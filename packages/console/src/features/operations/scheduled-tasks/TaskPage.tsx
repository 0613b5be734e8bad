import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { oneQuery } from '../../../kit/entity.ts'
import { QueryView } from '../../../kit/QueryView.tsx'
import { TabbedPage } from '../../../kit/TabbedPage.tsx'
import type { Tagged } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { GeneralTab } from './GeneralTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { StateTag } from './StateTag.tsx'
import { type Task, tasks } from './scheduled-tasks.queries.ts'
import { TaskActions } from './TaskActions.tsx'

const tabKeys = ['general', 'history'] as const

const contentOf = (key: (typeof tabKeys)[number], read: Tagged<Task>): ReactNode =>
  key === 'general' ? <GeneralTab read={read} /> : <HistoryTab task={read.value} />

interface LoadedProps {
  readonly read: Tagged<Task>
  readonly tab: string | undefined
}

const Loaded = ({ read, tab }: LoadedProps) => {
  const text = useText('dashboard')
  const task = read.value
  return (
    <TabbedPage
      title={task.name}
      tag={<StateTag task={task} />}
      actions={<TaskActions task={task} />}
      base={`/scheduledTasks/${task.id}`}
      tab={tab}
      tabs={tabKeys.map((key) => ({
        key,
        label: text(`dashboard:tasks.tabs.${key}`),
        content: () => contentOf(key, read),
      }))}
    />
  )
}

/** One scheduled task, its tabs in the address. */
const TaskPage = () => {
  const { id = '', tab } = useParams()
  return (
    <QueryView query={useQuery(oneQuery(tasks, id))} isPage>
      {(read) => <Loaded read={read} tab={tab} />}
    </QueryView>
  )
}

export default TaskPage
