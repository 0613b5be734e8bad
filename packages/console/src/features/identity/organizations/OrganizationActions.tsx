import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { type OrganizationDetail, useOrganizationChanges } from './organizations.queries.ts'

interface ActionsProps {
  readonly organization: OrganizationDetail
}

const DeleteDialog = ({
  organization: { id, name },
  onClose,
}: ActionsProps & { readonly onClose: () => void }) => {
  const text = useText('members')
  const navigate = useNavigate()
  const { remove } = useOrganizationChanges()
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('members:organizations.deletes.done', { name }))
    void navigate('/organizations')
  }
  return (
    <ConfirmAction
      title={text('members:organizations.deletes.title', { name })}
      confirmLabel={text('members:organizations.deletes.action')}
      typed={name}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text('members:organizations.deletes.text')}
    </ConfirmAction>
  )
}

/** What can be done with an organization beside its fields. */
export const OrganizationActions = ({ organization }: ActionsProps) => {
  const text = useText('members')
  const mayRemove = useMay()(['ORGANIZATIONS', 'REMOVE'])
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = {
    label: text('members:organizations.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => setIsDeleting(true),
  }
  return (
    <>
      <ActionMenu
        actions={mayRemove ? [remove] : []}
        label={text('common:list.rowActions', { name: organization.displayName })}
      />
      {isDeleting && <DeleteDialog {...{ organization }} onClose={() => setIsDeleting(false)} />}
    </>
  )
}
