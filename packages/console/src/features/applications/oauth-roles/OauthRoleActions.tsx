import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { type OauthRoleDetail, useOauthRoleChanges } from './oauth-roles.queries.ts'

interface DialogProps {
  readonly role: OauthRoleDetail
  readonly onClose: () => void
}

const DeleteDialog = ({ role: { id, name }, onClose }: DialogProps) => {
  const text = useText('members')
  const navigate = useNavigate()
  const { remove } = useOauthRoleChanges()
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('members:roles.deletes.done', { name }))
    void navigate('/oauthroles')
  }
  return (
    <ConfirmAction
      title={text('members:roles.deletes.title')}
      confirmLabel={text('members:roles.deletes.action')}
      typed={name}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text('members:roles.deletes.text')}
    </ConfirmAction>
  )
}

/** Deletes it; the service refuses while somebody has it, and says who. */
export const OauthRoleActions = ({ role }: { readonly role: OauthRoleDetail }) => {
  const text = useText('members')
  const mayRemove = useMay()(['OAUTHROLES', 'REMOVE'])
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = {
    label: text('members:roles.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => setIsDeleting(true),
  }
  return (
    <>
      <ActionMenu
        actions={mayRemove ? [remove] : []}
        label={text('common:list.rowActions', { name: role.name })}
      />
      {isDeleting && <DeleteDialog role={role} onClose={() => setIsDeleting(false)} />}
    </>
  )
}
