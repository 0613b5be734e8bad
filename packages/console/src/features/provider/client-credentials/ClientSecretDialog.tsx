import { useText } from '../../../lib/i18n.ts'
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx'

interface ClientSecretDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a client secret this one time. */
export const ClientSecretDialog = ({ name, secret, onClose }: ClientSecretDialogProps) => {
  const text = useText('resource', 'serviceProvider')
  const title = text('serviceProvider:clients.secret.title')
  return (
    <ShownOnceDialog
      title={title}
      text={text('serviceProvider:clients.secret.text', { name })}
      label={title}
      closeLabel={text('resource:applications.secret.close')}
      secret={secret}
      onClose={onClose}
    />
  )
}
