import { useText } from '../../../lib/i18n.ts'
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx'

interface WebhookSecretDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a signing secret this one time. */
export const WebhookSecretDialog = ({ name, secret, onClose }: WebhookSecretDialogProps) => {
  const text = useText('resource')
  return (
    <ShownOnceDialog
      title={text('resource:webhooks.secret.title')}
      text={text('resource:webhooks.secret.text', { name })}
      label={text('resource:webhooks.secret.label')}
      closeLabel={text('resource:webhooks.secret.close')}
      secret={secret}
      onClose={onClose}
    />
  )
}
