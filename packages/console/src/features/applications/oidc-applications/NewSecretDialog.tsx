import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import type { Application } from './application-types.ts'
import { useNewSecret } from './oidc-applications.queries.ts'

interface NewSecretDialogProps {
  readonly application: Application
  readonly onMade: (secret: string) => void
  readonly onClose: () => void
}

/** Asks before the present secret ends. */
export const NewSecretDialog = ({ application, onMade, onClose }: NewSecretDialogProps) => {
  const text = useText('resource')
  const newSecret = useNewSecret()
  const { id, name } = application
  const make = async (): Promise<void> => {
    const { clientSecret } = await newSecret.mutateAsync(id)
    onMade(clientSecret)
  }
  return (
    <ConfirmAction
      title={text('resource:applications.secret.regenerateTitle')}
      confirmLabel={text('resource:applications.secret.regenerate')}
      isDestructive
      onConfirm={make}
      onClose={onClose}
    >
      {text('resource:applications.secret.regenerateText', { name })}
    </ConfirmAction>
  )
}
