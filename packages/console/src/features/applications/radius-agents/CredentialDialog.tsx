import { useText } from '../../../lib/i18n.ts'
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx'

interface CredentialDialogProps {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows an agent's credential this one time. */
export const CredentialDialog = ({ name, secret, onClose }: CredentialDialogProps) => {
  const text = useText('resource')
  const title = text('resource:radius.agents.credential')
  return (
    <ShownOnceDialog
      title={title}
      text={text('resource:radius.agents.credentialText', { name })}
      label={title}
      closeLabel={text('resource:applications.secret.close')}
      secret={secret}
      onClose={onClose}
    />
  )
}
