import { DeleteDialog } from '../../../kit/deletion.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type Flow, flows } from './flows.queries.ts'

interface RemoveFlowDialogProps {
  readonly flow: Flow
  readonly listPath?: string
  readonly onClose: () => void
}

/** Asks before a flow goes. */
export const RemoveFlowDialog = ({ flow: { id, name }, ...dialog }: RemoveFlowDialogProps) => {
  const text = useText('resource')
  const title = text('resource:flows.remove')
  const texts = {
    title,
    action: title,
    text: text('resource:flows.removeText', { name }),
    done: text('resource:flows.removed', { name }),
  }
  return <DeleteDialog entity={flows} {...{ id, texts }} {...dialog} />
}
