import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { RoleDetail } from './role-forms.ts'
import { useRoleChanges } from './roles.queries.ts'

interface DialogProps {
  readonly role: RoleDetail
  readonly onClose: () => void
}

const DeleteDialog = ({ role: { id, name }, onClose }: DialogProps) => {
  const text = useText('members')
  const navigate = useNavigate()
  const { remove } = useRoleChanges()
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('members:roles.deletes.done', { name }))
    void navigate('/roles')
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

/** Copy, and delete what is not built in. */
export const RoleActions = ({ role }: { readonly role: RoleDetail }) => {
  const text = useText('members')
  const may = useMay()
  const { nameOf } = useRoleWords()
  const [isDeleting, setIsDeleting] = useState(false)
  const isOwn = role.builtIn === null && role.roleType === 'ADMIN'
  const remove = {
    label: text('members:roles.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => setIsDeleting(true),
  }
  return (
    <>
      {may(['ROLES', 'ADD']) && role.roleType === 'ADMIN' && (
        <Button icon={<CopyIcon fontSize="small" />} to={`/role/add?from=${role.id}`}>
          {text('members:roles.copy')}
        </Button>
      )}
      <ActionMenu
        actions={isOwn && may(['ROLES', 'REMOVE']) ? [remove] : []}
        label={text('common:list.rowActions', { name: nameOf(role) })}
      />
      {isDeleting && <DeleteDialog role={role} onClose={() => setIsDeleting(false)} />}
    </>
  )
}
