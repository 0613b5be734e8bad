import { useText } from '../../../lib/i18n.ts'
import { OverlapDialog } from '../../../pickers/OverlapDialog.tsx'
import { type Program, useSecretRotation } from './api-applications.queries.ts'

interface RotateSecretDialogProps {
  readonly program: Program
  readonly onMade: (secret: string) => void
  readonly onClose: () => void
}

/** Asks how long the former secret is taken beside the new one. */
export const RotateSecretDialog = ({ program, onMade, onClose }: RotateSecretDialogProps) => {
  const text = useText('resource')
  const rotate = useSecretRotation()
  return (
    <OverlapDialog
      title={text('resource:apiApplications.secret.action')}
      confirmLabel={text('resource:applications.secret.regenerate')}
      text={text('resource:apiApplications.secret.rotateText', { name: program.name })}
      overlapLabel={text('resource:apiApplications.secret.overlap')}
      isDestructive
      onConfirm={async (overlapHours) =>
        onMade((await rotate.mutateAsync({ program, overlapHours })).sharedSecret)
      }
      onClose={onClose}
    />
  )
}
