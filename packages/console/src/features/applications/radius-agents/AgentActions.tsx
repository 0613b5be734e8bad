import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DeleteDialog } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { CredentialDialog } from './CredentialDialog.tsx'
import { type Agent, agentsPath, useAgentChanges } from './radius-agents.queries.ts'

interface DialogProps {
  readonly agent: Agent
  readonly onClose: () => void
}

const Deleting = ({ agent: { id, name }, onClose }: DialogProps) => {
  const text = useText('resource')
  const { remove } = useAgentChanges()
  const texts = {
    title: text('resource:radius.agents.remove'),
    action: text('resource:radius.agents.remove'),
    text: text('resource:radius.agents.removeText', { name }),
    done: text('resource:radius.agents.removed', { name }),
  }
  const onDelete = () => remove.mutateAsync(id)
  return <DeleteDialog {...{ name, texts, onDelete, onClose }} listPath={agentsPath} />
}

interface RenewProps extends DialogProps {
  readonly onMade: (credential: string) => void
}

const RenewDialog = ({ agent: { id, name }, onMade, onClose }: RenewProps) => {
  const text = useText('resource')
  const { renew } = useAgentChanges()
  const make = async (): Promise<void> => onMade((await renew.mutateAsync(id)).credential)
  return (
    <ConfirmAction
      title={text('resource:radius.agents.renew')}
      confirmLabel={text('resource:radius.agents.renew')}
      onConfirm={make}
      onClose={onClose}
    >
      {text('resource:radius.agents.renewText', { name })}
    </ConfirmAction>
  )
}

type Opened = 'renew' | 'delete'

const useActions = (open: (dialog: Opened) => void): readonly MenuAction[] => {
  const text = useText('resource')
  const may = useMay()
  const renew: MenuAction = {
    label: text('resource:radius.agents.renew'),
    icon: <KeyIcon fontSize="small" />,
    onSelect: () => open('renew'),
  }
  const remove: MenuAction = {
    label: text('resource:radius.agents.remove'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => open('delete'),
  }
  return [
    ...(may(['AGENTS', 'EDIT']) ? [renew] : []),
    ...(may(['AGENTS', 'REMOVE']) ? [remove] : []),
  ]
}

/** What can be done with one agent, and the dialogs that ask. */
export const AgentActions = ({ agent }: Pick<DialogProps, 'agent'>) => {
  const text = useText()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [credential, setCredential] = useState<string | null>(null)
  const { name } = agent
  const close = (): void => setOpened(null)
  return (
    <>
      <ActionMenu
        actions={useActions(setOpened)}
        label={text('common:list.rowActions', { name })}
      />
      {opened === 'renew' && <RenewDialog {...{ agent }} onMade={setCredential} onClose={close} />}
      {credential !== null && (
        <CredentialDialog {...{ name, credential }} onClose={() => setCredential(null)} />
      )}
      {opened === 'delete' && <Deleting {...{ agent }} onClose={close} />}
    </>
  )
}
