import KeyIcon from '@mui/icons-material/KeyOutlined'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { CredentialDialog } from './CredentialDialog.tsx'
import { type Agent, agents, agentsPath, useCredentialRenewal } from './radius-agents.queries.ts'

interface RenewProps {
  readonly agent: Agent
  readonly onMade: (credential: string) => void
  readonly onClose: () => void
}

const RenewDialog = ({ agent: { id, name }, onMade, onClose }: RenewProps) => {
  const text = useText('resource')
  const renew = useCredentialRenewal()
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

/** What can be done with one agent, and the dialogs that ask. */
export const AgentActions = ({ agent }: Pick<RenewProps, 'agent'>) => {
  const text = useText('resource')
  const mayEdit = useMay()(['AGENTS', 'EDIT'])
  const [isRenewing, setIsRenewing] = useState(false)
  const [credential, setCredential] = useState<string | null>(null)
  const { id, name } = agent
  const renew: MenuAction = {
    label: text('resource:radius.agents.renew'),
    icon: <KeyIcon fontSize="small" />,
    onSelect: () => setIsRenewing(true),
  }
  return (
    <>
      <DeletionMenu
        entity={agents}
        id={id}
        name={name}
        typed={name}
        needs={['AGENTS', 'REMOVE']}
        actions={mayEdit ? [renew] : []}
        texts={{
          title: text('resource:radius.agents.remove'),
          action: text('resource:radius.agents.remove'),
          text: text('resource:radius.agents.removeText', { name }),
          done: text('resource:radius.agents.removed', { name }),
        }}
        listPath={agentsPath}
      />
      {isRenewing && (
        <RenewDialog {...{ agent }} onMade={setCredential} onClose={() => setIsRenewing(false)} />
      )}
      {credential !== null && (
        <CredentialDialog name={name} secret={credential} onClose={() => setCredential(null)} />
      )}
    </>
  )
}
