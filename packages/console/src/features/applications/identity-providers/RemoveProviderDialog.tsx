import { DeleteDialog } from '../../../kit/deletion.tsx'
import type { Removable } from '../../../kit/entity.ts'
import { useText } from '../../../lib/i18n.ts'
import { providersPath } from './identity-providers.queries.ts'

interface RemoveProviderDialogProps {
  readonly entity: Removable<string>
  readonly provider: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Asks for the provider's name before it goes, with the links of its people. */
export const RemoveProviderDialog = (props: RemoveProviderDialogProps) => {
  const { entity, provider, onClose } = props
  const text = useText('resource')
  const { id, name } = provider
  const title = text('resource:identityProviders.remove')
  const texts = {
    title,
    action: title,
    text: text('resource:identityProviders.removeText', { name }),
    done: text('resource:identityProviders.removed', { name }),
  }
  return <DeleteDialog {...{ entity, id, texts, onClose }} typed={name} listPath={providersPath} />
}
