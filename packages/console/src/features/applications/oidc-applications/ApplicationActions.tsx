import KeyIcon from '@mui/icons-material/KeyOutlined'
import { useState } from 'react'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { type Application, keepsSecret } from './application-types.ts'
import { NewSecretDialog } from './NewSecretDialog.tsx'
import { applications } from './oidc-applications.queries.ts'
import { SecretDialog } from './SecretDialog.tsx'

/** What can be done with one application, and the dialogs that ask. */
export const ApplicationActions = ({ application }: { readonly application: Application }) => {
  const text = useText('resource')
  const mayEdit = useMay()(['APPLICATIONS', 'EDIT'])
  const [isRenewing, setIsRenewing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { id, name } = application
  const newSecret: MenuAction = {
    label: text('resource:applications.secret.action'),
    icon: <KeyIcon fontSize="small" />,
    onSelect: () => setIsRenewing(true),
  }
  const hasSecret = keepsSecret(application.tokenEndpointAuthMethod)
  return (
    <>
      <DeletionMenu
        entity={applications}
        id={id}
        name={name}
        typed={name}
        needs={['APPLICATIONS', 'REMOVE']}
        actions={hasSecret && mayEdit ? [newSecret] : []}
        texts={{
          title: text('resource:applications.deletes.title'),
          action: text('resource:applications.deletes.action'),
          text: text('resource:applications.deletes.text', { name }),
          done: text('resource:applications.deletes.done', { name }),
        }}
        listPath="/applications"
      />
      {isRenewing && (
        <NewSecretDialog
          application={application}
          onMade={setSecret}
          onClose={() => setIsRenewing(false)}
        />
      )}
      {secret !== null && <SecretDialog {...{ name, secret }} onClose={() => setSecret(null)} />}
    </>
  )
}
