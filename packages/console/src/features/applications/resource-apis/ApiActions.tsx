import Block from '@mui/icons-material/BlockOutlined'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { type Api, apis, useTokenRevocation } from './resource-apis.queries.ts'

interface DialogProps {
  readonly api: Api
  readonly onClose: () => void
}

const RevokeDialog = ({ api: { id, name }, onClose }: DialogProps) => {
  const text = useText('resource')
  const revoke = useTokenRevocation()
  const run = async (): Promise<void> => {
    const { revoked } = await revoke.mutateAsync(id)
    showMessage(text('resource:apis.revoke.done', { count: revoked }))
  }
  return (
    <ConfirmAction
      title={text('resource:apis.revoke.title')}
      confirmLabel={text('resource:apis.revoke.action')}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text('resource:apis.revoke.text', { name })}
    </ConfirmAction>
  )
}

/** Ends the tokens of an API; deletes it. */
export const ApiActions = ({ api }: { readonly api: Api }) => {
  const text = useText('resource')
  const [isRevoking, setIsRevoking] = useState(false)
  const { id, name } = api
  const revoke = {
    label: text('resource:apis.revoke.action'),
    icon: <Block fontSize="small" />,
    isDestructive: true,
    onSelect: () => setIsRevoking(true),
  }
  return (
    <>
      <DeletionMenu
        entity={apis}
        id={id}
        name={name}
        typed={name}
        needs={['RESOURCESERVERAPIS', 'REMOVE']}
        actions={[revoke]}
        texts={{
          title: text('resource:apis.deletes.title'),
          action: text('resource:apis.deletes.action'),
          text: text('resource:apis.deletes.text', { name }),
          done: text('resource:apis.deletes.done', { name }),
        }}
        listPath="/authorization"
      />
      {isRevoking && <RevokeDialog api={api} onClose={() => setIsRevoking(false)} />}
    </>
  )
}
