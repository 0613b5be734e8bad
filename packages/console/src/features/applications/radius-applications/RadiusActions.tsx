import KeyIcon from '@mui/icons-material/KeyOutlined'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { RadiusSecretDialog } from './RadiusSecretDialog.tsx'
import {
  type Application,
  radiusApplications,
  useSecretRenewal,
} from './radius-applications.queries.ts'

interface RenewProps {
  readonly application: Application
  readonly onClose: () => void
  readonly onMade: (secret: string) => void
}

const RenewDialog = ({ application: { id, name }, onMade, onClose }: RenewProps) => {
  const text = useText('resource')
  const renew = useSecretRenewal()
  const make = async (): Promise<void> => onMade((await renew.mutateAsync(id)).sharedSecret)
  return (
    <ConfirmAction
      title={text('resource:radius.secret.action')}
      confirmLabel={text('resource:applications.secret.regenerate')}
      isDestructive
      onConfirm={make}
      onClose={onClose}
    >
      {text('resource:radius.secret.rotateText', { name })}
    </ConfirmAction>
  )
}

/** What can be done with one RADIUS application, and the dialogs that ask. */
export const RadiusActions = ({ application }: Pick<RenewProps, 'application'>) => {
  const text = useText('resource')
  const mayEdit = useMay()(['APPLICATIONS', 'EDIT'])
  const [isRenewing, setIsRenewing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { id, name } = application
  const renew: MenuAction = {
    label: text('resource:radius.secret.action'),
    icon: <KeyIcon fontSize="small" />,
    onSelect: () => setIsRenewing(true),
  }
  return (
    <>
      <DeletionMenu
        entity={radiusApplications}
        id={id}
        name={name}
        typed={name}
        needs={['APPLICATIONS', 'REMOVE']}
        actions={mayEdit ? [renew] : []}
        texts={{
          title: text('resource:applications.deletes.title'),
          action: text('resource:applications.deletes.action'),
          text: text('resource:radius.deleteText', { name }),
          done: text('resource:applications.deletes.done', { name }),
        }}
        listPath="/applications"
      />
      {isRenewing && (
        <RenewDialog {...{ application }} onMade={setSecret} onClose={() => setIsRenewing(false)} />
      )}
      {secret !== null && (
        <RadiusSecretDialog {...{ name, secret }} onClose={() => setSecret(null)} />
      )}
    </>
  )
}
