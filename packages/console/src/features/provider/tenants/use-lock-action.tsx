import LockOpen from '@mui/icons-material/LockOpenOutlined'
import Lock from '@mui/icons-material/LockOutlined'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { type TenantRow, useLocking } from './tenants.queries.ts'

type Named = Pick<TenantRow, 'id' | 'companyName' | 'locked' | 'deletion'>

interface LockDialogProps {
  readonly tenant: Named
  readonly onClose: () => void
}

/** Asks before a tenant is locked or unlocked. */
const LockDialog = ({ tenant, onClose }: LockDialogProps) => {
  const text = useText('serviceProvider')
  const locking = useLocking()
  const { id, companyName: name, locked } = tenant
  const deed = locked ? 'unlock' : 'lock'
  const run = async (): Promise<void> => {
    await locking.mutateAsync({ id, isLocked: !locked })
    showMessage(text(`serviceProvider:tenants.${deed}.done`, { name }))
  }
  return (
    <ConfirmAction
      title={text(`serviceProvider:tenants.${deed}.title`, { name })}
      confirmLabel={text(`serviceProvider:tenants.${deed}.action`)}
      isDestructive={!locked}
      onConfirm={run}
      onClose={onClose}
    >
      {text(`serviceProvider:tenants.${deed}.text`)}
    </ConfirmAction>
  )
}

/** The menu action that locks a tenant or unlocks it, and the dialog that it opens. */
export const useLockAction = () => {
  const text = useText('serviceProvider')
  const mayEdit = useMay()(['TENANTS', 'EDIT'])
  const [chosen, setChosen] = useState<Named | null>(null)
  const actionsOf = (tenant: Named): readonly MenuAction[] =>
    mayEdit && tenant.deletion === null
      ? [
          {
            label: text(`serviceProvider:tenants.${tenant.locked ? 'unlock' : 'lock'}.action`),
            icon: tenant.locked ? <LockOpen fontSize="small" /> : <Lock fontSize="small" />,
            isDestructive: !tenant.locked,
            onSelect: () => setChosen(tenant),
          },
        ]
      : []
  const dialog = chosen !== null && <LockDialog tenant={chosen} onClose={() => setChosen(null)} />
  return { actionsOf, dialog }
}
