import PlayArrow from '@mui/icons-material/PlayArrowOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type Task, useTaskChanges } from './scheduled-tasks.queries.ts'

interface TaskProps {
  readonly task: Task
}

const DeleteDialog = ({ task, onClose }: TaskProps & { readonly onClose: () => void }) => {
  const text = useText('dashboard')
  const navigate = useNavigate()
  const { remove } = useTaskChanges()
  const { id, name } = task
  const deleteIt = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('dashboard:tasks.deletes.done', { name }))
    void navigate('/scheduledTasks')
  }
  return (
    <ConfirmAction
      title={text('dashboard:tasks.deletes.title')}
      confirmLabel={text('dashboard:tasks.delete')}
      typed={name}
      isDestructive
      onConfirm={deleteIt}
      onClose={onClose}
    >
      {text('dashboard:tasks.deletes.text', { name })}
    </ConfirmAction>
  )
}

const RunNow = ({ task: { id, name } }: TaskProps) => {
  const text = useText('dashboard')
  const navigate = useNavigate()
  const { run } = useTaskChanges()
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
  const [isAsking, setIsAsking] = useState(false)
  const remove = {
    label: text('dashboard:tasks.delete'),
    isDestructive: true,
    onSelect: () => setIsAsking(true),
  }
  return (
    <>
      {may(['SCHEDULEDTASKS', 'EDIT']) && <RunNow task={task} />}
      <ActionMenu
        actions={may(['SCHEDULEDTASKS', 'REMOVE']) ? [remove] : []}
        label={text('common:list.rowActions', { name: task.name })}
      />
      {isAsking && <DeleteDialog task={task} onClose={() => setIsAsking(false)} />}
    </>
  )
}
