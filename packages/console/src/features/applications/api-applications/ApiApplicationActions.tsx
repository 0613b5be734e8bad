import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import { useState } from 'react'
import { DeleteDialog } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
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

const Deleting = ({ program, onClose }: DeleteProps) => {
  const text = useText('resource')
  const { remove } = useProgramChanges()
  const { name } = program
  const texts = {
    title: text('resource:applications.deletes.title'),
    action: text('resource:applications.deletes.action'),
    text: text('resource:apiApplications.deleteText', { name }),
    done: text('resource:applications.deletes.done', { name }),
  }
  const onDelete = () => remove.mutateAsync(program)
  return <DeleteDialog {...{ name, texts, onDelete, onClose }} listPath="/applications" />
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
      {opened === 'delete' && <Deleting program={program} onClose={close} />}
    </>
  )
}
