import { useText } from '../../../lib/i18n.ts'
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx'

interface SharedSecretDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a shared secret this one time. */
export const SharedSecretDialog = ({ name, secret, onClose }: SharedSecretDialogProps) => {
  const text = useText('resource')
  return (
    <ShownOnceDialog
      title={text('resource:apiApplications.secret.title')}
      text={text('resource:apiApplications.secret.text', { name })}
      label={text('resource:apiApplications.secret.title')}
      closeLabel={text('resource:applications.secret.close')}
      secret={secret}
      onClose={onClose}
    />
  )
}
