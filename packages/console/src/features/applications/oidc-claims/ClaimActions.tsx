import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { type Claim, useClaimChanges } from './oidc-claims.queries.ts'

/** Deletes it, for who may. */
export const ClaimActions = ({ claim: { id, name } }: { readonly claim: Claim }) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const { remove } = useClaimChanges()
  const mayRemove = useMay()(['APPLICATIONS', 'REMOVE'])
  const [isDeleting, setIsDeleting] = useState(false)
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('resource:oidcClaims.deletes.done', { name }))
    void navigate('/applications/oidccustomclaims')
  }
  const action = {
    label: text('resource:oidcClaims.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => setIsDeleting(true),
  }
  return (
    <>
      <ActionMenu
        actions={mayRemove ? [action] : []}
        label={text('common:list.rowActions', { name })}
      />
      {isDeleting && (
        <ConfirmAction
          title={text('resource:oidcClaims.deletes.title')}
          confirmLabel={text('resource:oidcClaims.deletes.action')}
          isDestructive
          onConfirm={run}
          onClose={() => setIsDeleting(false)}
        >
          {text('resource:oidcClaims.deletes.text', { name })}
        </ConfirmAction>
      )}
    </>
  )
}
