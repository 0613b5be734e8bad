import { useNavigate } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { providersPath } from './identity-providers.queries.ts'

interface RemoveProviderDialogProps {
  readonly name: string
  readonly remove: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the provider's name before it goes, with the links of its people. */
export const RemoveProviderDialog = ({ name, remove, onClose }: RemoveProviderDialogProps) => {
  const text = useText('resource')
  const navigate = useNavigate()
  const title = text('resource:identityProviders.remove')
  const run = async (): Promise<void> => {
    await remove()
    showMessage(text('resource:identityProviders.removed', { name }))
    void navigate(providersPath)
  }
  return (
    <ConfirmAction
      {...{ title, onClose }}
      confirmLabel={title}
      typed={name}
      isDestructive
      onConfirm={run}
    >
      {text('resource:identityProviders.removeText', { name })}
    </ConfirmAction>
  )
}
