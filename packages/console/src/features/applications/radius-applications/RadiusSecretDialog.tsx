import { useText } from '../../../lib/i18n.ts'
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx'

interface RadiusSecretDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows the shared secret of clients this one time. */
export const RadiusSecretDialog = ({ name, secret, onClose }: RadiusSecretDialogProps) => {
  const text = useText('resource')
  const title = text('resource:radius.secret.title')
  return (
    <ShownOnceDialog
      title={title}
      text={text('resource:radius.secret.text', { name })}
      label={title}
      closeLabel={text('resource:applications.secret.close')}
      secret={secret}
      onClose={onClose}
    />
  )
}
