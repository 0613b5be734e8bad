import PlayArrow from '@mui/icons-material/PlayArrowOutlined'
import { useNavigate } from 'react-router'
import { useDeletion } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type Task, tasks, useTaskRun } from './scheduled-tasks.queries.ts'

interface TaskProps {
  readonly task: Task
}

const RunNow = ({ task: { id, name } }: TaskProps) => {
  const text = useText('dashboard')
  const navigate = useNavigate()
  const run = useTaskRun()
  const begin = async (): Promise<void> => {
    await run.mutateAsync(id)
    showMessage(text('dashboard:tasks.started', { name }))
    void navigate(`/scheduledTasks/${id}/history`)
  }
  return (
    <Button icon={<PlayArrow />} isPending={run.isPending} onClick={() => void begin()}>
      {text('dashboard:tasks.run')}
    </Button>
  )
}

/** What can be done with one task, and the dialog that asks. */
export const TaskActions = ({ task }: TaskProps) => {
  const text = useText('dashboard')
  const may = useMay()
  const { id, name } = task
  const { action, dialog } = useDeletion({
    entity: tasks,
    id,
    typed: name,
    texts: {
      title: text('dashboard:tasks.deletes.title'),
      action: text('dashboard:tasks.delete'),
      text: text('dashboard:tasks.deletes.text', { name }),
      done: text('dashboard:tasks.deletes.done', { name }),
    },
    listPath: '/scheduledTasks',
  })
  return (
    <>
      {may(['SCHEDULEDTASKS', 'EDIT']) && <RunNow task={task} />}
      <ActionMenu
        actions={may(['SCHEDULEDTASKS', 'REMOVE']) ? [action] : []}
        label={text('common:list.rowActions', { name })}
      />
      {dialog}
    </>
  )
}
