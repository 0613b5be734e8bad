import Block from '@mui/icons-material/BlockOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DeleteDialog } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { type Api, useApiChanges } from './resource-apis.queries.ts'

interface DialogProps {
  readonly api: Api
  readonly onClose: () => void
}

const Deleting = ({ api: { id, name }, onClose }: DialogProps) => {
  const text = useText('resource')
  const { remove } = useApiChanges()
  const texts = {
    title: text('resource:apis.deletes.title'),
    action: text('resource:apis.deletes.action'),
    text: text('resource:apis.deletes.text', { name }),
    done: text('resource:apis.deletes.done', { name }),
  }
  const onDelete = () => remove.mutateAsync(id)
  return <DeleteDialog {...{ name, texts, onDelete, onClose }} listPath="/authorization" />
}

const RevokeDialog = ({ api: { id, name }, onClose }: DialogProps) => {
  const text = useText('resource')
  const { revoke } = useApiChanges()
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
  const mayRemove = useMay()(['RESOURCESERVERAPIS', 'REMOVE'])
  const [open, setOpen] = useState<'revoke' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const actions = [
    {
      label: text('resource:apis.revoke.action'),
      icon: <Block fontSize="small" />,
      isDestructive: true,
      onSelect: () => setOpen('revoke'),
    },
  ]
  const remove = {
    label: text('resource:apis.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => setOpen('delete'),
  }
  return (
    <>
      <ActionMenu
        actions={mayRemove ? [...actions, remove] : actions}
        label={text('common:list.rowActions', { name: api.name })}
      />
      {open === 'revoke' && <RevokeDialog api={api} onClose={close} />}
      {open === 'delete' && <Deleting api={api} onClose={close} />}
    </>
  )
}
