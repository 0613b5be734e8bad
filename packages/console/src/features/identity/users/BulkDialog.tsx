import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useBulkChanges } from './users.queries.ts'

export type BulkDeed = 'lock' | 'delete'

interface BulkDialogProps {
  readonly deed: BulkDeed
  readonly ids: readonly string[]
  readonly onClose: () => void
}

/** Asks before many users are locked or deleted; says how many were refused. */
export const BulkDialog = ({ deed, ids, onClose }: BulkDialogProps) => {
  const text = useText('members')
  const { lock, remove } = useBulkChanges()
  const count = ids.length
  const isDelete = deed === 'delete'
  const group = isDelete ? 'deletes' : 'lock'
  const run = async (): Promise<void> => {
    const { done, failed } = await (isDelete ? remove : lock).mutateAsync(ids)
    if (failed === 0) showMessage(text(`members:users.${group}.doneMany`, { count: done }))
    else showMessage(text('members:users.bulkFailed', { done, failed }), { icon: 'warning' })
  }
  return (
    <ConfirmAction
      title={text(`members:users.${group}.titleMany`, { count })}
      confirmLabel={text(`members:users.${group}.action`)}
      {...(isDelete ? { typed: String(count) } : {})}
      isDestructive={isDelete}
      onConfirm={run}
      onClose={onClose}
    >
      {text(`members:users.${group}.textMany`, { count })}
    </ConfirmAction>
  )
}
