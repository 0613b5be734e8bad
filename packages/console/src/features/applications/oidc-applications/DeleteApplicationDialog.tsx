import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useApplicationChanges } from './oidc-applications.queries.ts'

interface DeleteApplicationDialogProps {
  readonly application: { readonly id: string; readonly name: string }
  readonly onDeleted?: () => void
  readonly onClose: () => void
}

/** Asks for the application's name before it goes for good. */
export const DeleteApplicationDialog = (props: DeleteApplicationDialogProps) => {
  const { application, onDeleted, onClose } = props
  const text = useText('resource')
  const { remove } = useApplicationChanges()
  const { id, name } = application
  const deleteIt = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('resource:applications.deletes.done', { name }))
    onDeleted?.()
  }
  return (
    <ConfirmAction
      title={text('resource:applications.deletes.title')}
      confirmLabel={text('resource:applications.deletes.action')}
      typed={name}
      isDestructive
      onConfirm={deleteIt}
      onClose={onClose}
    >
      {text('resource:applications.deletes.text', { name })}
    </ConfirmAction>
  )
}
