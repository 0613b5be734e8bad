import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import {
  type GroupPolicy,
  useGroupPolicyChanges,
} from '../../../pickers/policies/policies.queries.ts'

interface RemovePolicyDialogProps {
  readonly policy: GroupPolicy
  readonly onRemoved?: () => void
  readonly onClose: () => void
}

/** Asks before a policy goes: its people have the settings of everybody from then on. */
export const RemovePolicyDialog = ({ policy, onRemoved, onClose }: RemovePolicyDialogProps) => {
  const text = useText('settings')
  const { remove } = useGroupPolicyChanges()
  const { id, name } = policy
  const title = text('settings:policies.remove')
  const run = async (): Promise<void> => {
    await remove.mutateAsync(id)
    showMessage(text('settings:policies.removed', { name }))
    onRemoved?.()
  }
  return (
    <ConfirmAction {...{ title, onClose }} confirmLabel={title} isDestructive onConfirm={run}>
      {text('settings:policies.removeText', { name })}
    </ConfirmAction>
  )
}
