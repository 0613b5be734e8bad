import { useText } from '../../../lib/i18n.ts'
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx'

interface SecretDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a client secret this one time. */
export const SecretDialog = ({ name, secret, onClose }: SecretDialogProps) => {
  const text = useText('resource')
  return (
    <ShownOnceDialog
      title={text('resource:applications.secret.title')}
      text={text('resource:applications.secret.text', { name })}
      label={text('resource:applications.secret.label')}
      closeLabel={text('resource:applications.secret.close')}
      secret={secret}
      onClose={onClose}
    />
  )
}
