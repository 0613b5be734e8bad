import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { TestDialog } from './TestDialog.tsx'
import { WebhookSecretDialog } from './WebhookSecretDialog.tsx'
import { useWebhookChanges, type Webhook } from './webhooks.queries.ts'

type Opened = 'test' | 'secret' | 'delete'

interface WebhookProps {
  readonly webhook: Webhook
}

const useActions = (open: (dialog: Opened) => void): readonly MenuAction[] => {
  const text = useText('resource')
  const may = useMay()
  const newSecret: MenuAction = {
    label: text('resource:webhooks.rotate.action'),
    icon: <KeyIcon fontSize="small" />,
    onSelect: () => open('secret'),
  }
  const remove: MenuAction = {
    label: text('resource:webhooks.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => open('delete'),
  }
  return [
    ...(may(['WEBHOOKS', 'EDIT']) ? [newSecret] : []),
    ...(may(['WEBHOOKS', 'REMOVE']) ? [remove] : []),
  ]
}

interface DeleteProps extends WebhookProps {
  readonly onClose: () => void
}

const DeleteDialog = ({ webhook: { id, name }, onClose }: DeleteProps) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { remove } = useWebhookChanges()
  const deleteIt = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('resource:webhooks.deletes.done', { name }))
    void navigate('/webhooks')
  }
  return (
    <ConfirmAction
      title={text('resource:webhooks.deletes.title')}
      confirmLabel={text('resource:webhooks.deletes.action')}
      typed={name}
      isDestructive
      onConfirm={deleteIt}
      onClose={onClose}
    >
      {text('resource:webhooks.deletes.text', { name })}
    </ConfirmAction>
  )
}

/** What can be done with one webhook, and the dialogs that ask. */
export const WebhookActions = ({ webhook }: WebhookProps) => {
  const text = useText('resource')
  const may = useMay()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const actions = useActions(setOpened)
  const { name } = webhook
  const close = (): void => setOpened(null)
  return (
    <>
      {may(['WEBHOOKS', 'EDIT']) && (
        <Button icon={<SendIcon />} onClick={() => setOpened('test')}>
          {text('resource:webhooks.test.action')}
        </Button>
      )}
      <ActionMenu actions={actions} label={text('common:list.rowActions', { name })} />
      {opened === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {opened === 'secret' && <RotateDialog webhook={webhook} onMade={setSecret} onClose={close} />}
      {secret !== null && (
        <WebhookSecretDialog {...{ name, secret }} onClose={() => setSecret(null)} />
      )}
      {opened === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
    </>
  )
}
