import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { type Flow, useFlowChanges } from './flows.queries.ts'

interface RemoveFlowDialogProps {
  readonly flow: Flow
  readonly onRemoved?: () => void
  readonly onClose: () => void
}

/** Asks before a flow goes. */
export const RemoveFlowDialog = ({ flow, onRemoved, onClose }: RemoveFlowDialogProps) => {
  const text = useText('resource')
  const { remove } = useFlowChanges()
  const { id, name } = flow
  const title = text('resource:flows.remove')
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('resource:flows.removed', { name }))
    onRemoved?.()
  }
  return (
    <ConfirmAction {...{ title, onClose }} confirmLabel={title} isDestructive onConfirm={run}>
      {text('resource:flows.removeText', { name })}
    </ConfirmAction>
  )
}
