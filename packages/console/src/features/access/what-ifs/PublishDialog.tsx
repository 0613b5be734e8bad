import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { usePublishing, type WhatIf } from './what-ifs.queries.ts'

interface PublishDialogProps {
  readonly whatIf: WhatIf
  /** Whether nobody has looked at whom it concerns, or the ground has moved: its name is typed. */
  readonly isUnseen: boolean
  readonly onClose: () => void
}

/** Asks before the change is made. */
export const PublishDialog = ({ whatIf, isUnseen, onClose }: PublishDialogProps) => {
  const text = useText('resource')
  const publish = usePublishing()
  const { id, name, signIns } = whatIf
  const title = text(`resource:whatIfs.${isUnseen ? 'publishUnseen' : 'publish'}`)
  const run = async (): Promise<void> => {
    await publish.mutateAsync({ id, confirmation: isUnseen ? name : undefined })
    showMessage(text('resource:whatIfs.wasPublished', { name }))
  }
  return (
    <ConfirmAction
      {...{ title, onClose }}
      confirmLabel={title}
      {...(isUnseen ? { typed: name, isDestructive: true } : {})}
      onConfirm={run}
    >
      {isUnseen
        ? text('resource:whatIfs.unseenText', { name })
        : text('resource:whatIfs.publishText', { name, ...signIns })}
    </ConfirmAction>
  )
}
