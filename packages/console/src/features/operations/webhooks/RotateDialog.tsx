import { useText } from '../../../lib/i18n.ts'
import { OverlapDialog } from '../../../pickers/OverlapDialog.tsx'
import { useSecretRotation, type Webhook } from './webhooks.queries.ts'

interface RotateDialogProps {
  readonly webhook: Webhook
  readonly onMade: (secret: string | null) => void
  readonly onClose: () => void
}

/** Asks how long the former secret signs beside the new one. */
export const RotateDialog = ({ webhook: { id }, onMade, onClose }: RotateDialogProps) => {
  const text = useText('resource')
  const rotate = useSecretRotation()
  return (
    <OverlapDialog
      title={text('resource:webhooks.rotate.title')}
      confirmLabel={text('resource:webhooks.rotate.action')}
      text={text('resource:webhooks.rotate.text')}
      overlapLabel={text('resource:webhooks.rotate.overlap')}
      onConfirm={async (overlapHours) =>
        onMade((await rotate.mutateAsync({ id, overlapHours })).secret)
      }
      onClose={onClose}
    />
  )
}
