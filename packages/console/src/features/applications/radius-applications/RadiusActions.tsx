import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DeleteDialog } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { RadiusSecretDialog } from './RadiusSecretDialog.tsx'
import { type Application, useRadiusChanges } from './radius-applications.queries.ts'

interface DialogProps {
  readonly application: Application
  readonly onClose: () => void
}

const Deleting = ({ application: { id, name }, onClose }: DialogProps) => {
  const text = useText('resource')
  const { remove } = useRadiusChanges()
  const texts = {
    title: text('resource:applications.deletes.title'),
    action: text('resource:applications.deletes.action'),
    text: text('resource:radius.deleteText', { name }),
    done: text('resource:applications.deletes.done', { name }),
  }
  const onDelete = () => remove.mutateAsync(id)
  return <DeleteDialog {...{ name, texts, onDelete, onClose }} listPath="/applications" />
}

interface RenewProps extends DialogProps {
  readonly onMade: (secret: string) => void
}

const RenewDialog = ({ application: { id, name }, onMade, onClose }: RenewProps) => {
  const text = useText('resource')
  const { renew } = useRadiusChanges()
  const make = async (): Promise<void> => onMade((await renew.mutateAsync(id)).sharedSecret)
  return (
    <ConfirmAction
      title={text('resource:radius.secret.action')}
      confirmLabel={text('resource:applications.secret.regenerate')}
      isDestructive
      onConfirm={make}
      onClose={onClose}
    >
      {text('resource:radius.secret.rotateText', { name })}
    </ConfirmAction>
  )
}

type Opened = 'secret' | 'delete'

const useActions = (open: (dialog: Opened) => void): readonly MenuAction[] => {
  const text = useText('resource')
  const may = useMay()
  const renew: MenuAction = {
    label: text('resource:radius.secret.action'),
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
    ...(may(['APPLICATIONS', 'EDIT']) ? [renew] : []),
    ...(may(['APPLICATIONS', 'REMOVE']) ? [remove] : []),
  ]
}

/** What can be done with one RADIUS application, and the dialogs that ask. */
export const RadiusActions = ({ application }: Pick<DialogProps, 'application'>) => {
  const text = useText()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { name } = application
  const close = (): void => setOpened(null)
  return (
    <>
      <ActionMenu
        actions={useActions(setOpened)}
        label={text('common:list.rowActions', { name })}
      />
      {opened === 'secret' && (
        <RenewDialog {...{ application }} onMade={setSecret} onClose={close} />
      )}
      {secret !== null && (
        <RadiusSecretDialog {...{ name, secret }} onClose={() => setSecret(null)} />
      )}
      {opened === 'delete' && <Deleting {...{ application }} onClose={close} />}
    </>
  )
}
