import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { type Program, useProgramChanges } from './api-applications.queries.ts'
import { RotateSecretDialog } from './RotateSecretDialog.tsx'
import { SharedSecretDialog } from './SharedSecretDialog.tsx'

type Opened = 'secret' | 'delete'

interface ProgramProps {
  readonly program: Program
}

const useActions = (open: (dialog: Opened) => void): readonly MenuAction[] => {
  const text = useText('resource')
  const may = useMay()
  const newSecret: MenuAction = {
    label: text('resource:apiApplications.secret.action'),
    icon: <KeyIcon fontSize="small" />,
    onSelect: () => open('secret'),
  }
  const remove: MenuAction = {
    label: text('resource:applications.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => open('delete'),
  }
  return [
    ...(may(['APPLICATIONS', 'EDIT']) ? [newSecret] : []),
    ...(may(['APPLICATIONS', 'REMOVE']) ? [remove] : []),
  ]
}

interface DeleteProps extends ProgramProps {
  readonly onClose: () => void
}

const DeleteDialog = ({ program, onClose }: DeleteProps) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { remove } = useProgramChanges()
  const { name } = program
  const deleteIt = async (): Promise<void> => {
    await remove.mutateAsync(program)
    showMessage(text('resource:applications.deletes.done', { name }))
    void navigate('/applications')
  }
  return (
    <ConfirmAction
      title={text('resource:applications.deletes.title')}
      confirmLabel={text('resource:applications.deletes.action')}
      typed={name}
      isDestructive
      onConfirm={deleteIt}
      onClose={onClose}
    >
      {text('resource:apiApplications.deleteText', { name })}
    </ConfirmAction>
  )
}

/** What can be done with one program, and the dialogs that ask. */
export const ApiApplicationActions = ({ program }: ProgramProps) => {
  const text = useText()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const actions = useActions(setOpened)
  const { name } = program
  const close = (): void => setOpened(null)
  return (
    <>
      <ActionMenu actions={actions} label={text('common:list.rowActions', { name })} />
      {opened === 'secret' && (
        <RotateSecretDialog program={program} onMade={setSecret} onClose={close} />
      )}
      {secret !== null && (
        <SharedSecretDialog {...{ name, secret }} onClose={() => setSecret(null)} />
      )}
      {opened === 'delete' && <DeleteDialog program={program} onClose={close} />}
    </>
  )
}
