import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import KeyIcon from '@mui/icons-material/KeyOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { type Application, keepsSecret } from './application-types.ts'
import { DeleteApplicationDialog } from './DeleteApplicationDialog.tsx'
import { NewSecretDialog } from './NewSecretDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'

type Opened = 'secret' | 'delete'

const useActions = (application: Application, open: (dialog: Opened) => void) => {
  const text = useText('resource')
  const may = useMay()
  const hasSecret = keepsSecret(application.tokenEndpointAuthMethod)
  const newSecret: MenuAction = {
    label: text('resource:applications.secret.action'),
    icon: <KeyIcon fontSize="small" />,
    onSelect: () => open('secret'),
  }
  const remove: MenuAction = {
    label: text('resource:applications.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    onSelect: () => open('delete'),
  }
  return [
    ...(hasSecret && may(['APPLICATIONS', 'EDIT']) ? [newSecret] : []),
    ...(may(['APPLICATIONS', 'REMOVE']) ? [remove] : []),
  ]
}

/** What can be done with one application, and the dialogs that ask. */
export const ApplicationActions = ({ application }: { readonly application: Application }) => {
  const text = useText()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const actions = useActions(application, setOpened)
  const { name } = application
  const close = (): void => setOpened(null)
  return (
    <>
      <ActionMenu actions={actions} label={text('common:list.rowActions', { name })} />
      {opened === 'secret' && (
        <NewSecretDialog application={application} onMade={setSecret} onClose={close} />
      )}
      {secret !== null && <SecretDialog {...{ name, secret }} onClose={() => setSecret(null)} />}
      {opened === 'delete' && (
        <DeleteApplicationDialog
          application={application}
          onDeleted={() => void navigate('/applications')}
          onClose={close}
        />
      )}
    </>
  )
}
