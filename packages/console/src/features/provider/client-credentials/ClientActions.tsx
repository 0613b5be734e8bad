import KeyIcon from '@mui/icons-material/KeyOutlined'
import { useState } from 'react'
import { DeletionMenu } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { OverlapDialog } from '../../../pickers/OverlapDialog.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { ClientSecretDialog } from './ClientSecretDialog.tsx'
import {
  type ClientRow,
  clients,
  clientsPath,
  useSecretRotation,
} from './client-credentials.queries.ts'

interface ClientProps {
  readonly client: ClientRow
}

interface RotateDialogProps extends ClientProps {
  readonly onMade: (secret: string) => void
  readonly onClose: () => void
}

/** Asks how long the previous secret is accepted beside the new one. */
const RotateDialog = ({ client, onMade, onClose }: RotateDialogProps) => {
  const text = useText('resource', 'serviceProvider')
  const rotate = useSecretRotation()
  const { id, name } = client
  return (
    <OverlapDialog
      title={text('serviceProvider:clients.secret.action')}
      confirmLabel={text('resource:applications.secret.regenerate')}
      text={text('resource:apiApplications.secret.rotateText', { name })}
      overlapLabel={text('resource:apiApplications.secret.overlap')}
      isDestructive
      onConfirm={async (overlapHours) =>
        onMade((await rotate.mutateAsync({ id, overlapHours })).clientSecret)
      }
      onClose={onClose}
    />
  )
}

/** What can be done with a client, and the dialogs that ask. */
export const ClientActions = ({ client }: ClientProps) => {
  const text = useText('serviceProvider')
  const mayEdit = useMay()(['SPCLIENTCREDENTIALS', 'EDIT'])
  const [isRotating, setIsRotating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const { id, name } = client
  const rotate = {
    label: text('serviceProvider:clients.secret.action'),
    icon: <KeyIcon fontSize="small" />,
    onSelect: () => setIsRotating(true),
  }
  return (
    <>
      <DeletionMenu
        entity={clients}
        id={id}
        name={name}
        typed={name}
        needs={['SPCLIENTCREDENTIALS', 'REMOVE']}
        actions={mayEdit ? [rotate] : []}
        texts={{
          title: text('serviceProvider:clients.deletes.title'),
          action: text('serviceProvider:clients.deletes.action'),
          text: text('serviceProvider:clients.deletes.text', { name }),
          done: text('serviceProvider:clients.deletes.done', { name }),
        }}
        listPath={clientsPath}
      />
      {isRotating && (
        <RotateDialog client={client} onMade={setSecret} onClose={() => setIsRotating(false)} />
      )}
      {secret !== null && (
        <ClientSecretDialog {...{ name, secret }} onClose={() => setSecret(null)} />
      )}
    </>
  )
}
