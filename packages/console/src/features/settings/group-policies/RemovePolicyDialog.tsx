import { DeleteDialog } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type GroupPolicy, policies } from '../../../pickers/policies/policies.queries.ts'

interface RemovePolicyDialogProps {
  readonly policy: GroupPolicy
  readonly listPath?: string
  readonly onClose: () => void
}

/** Asks before a policy goes: its people have the settings of everybody from then on. */
export const RemovePolicyDialog = (props: RemovePolicyDialogProps) => {
  const { policy, ...dialog } = props
  const text = useText('settings')
  const { id, name } = policy
  const title = text('settings:policies.remove')
  const texts = {
    title,
    action: title,
    text: text('settings:policies.removeText', { name }),
    done: text('settings:policies.removed', { name }),
  }
  return <DeleteDialog entity={policies} {...{ id, texts }} {...dialog} />
}
