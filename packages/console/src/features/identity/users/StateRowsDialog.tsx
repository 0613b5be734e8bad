import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showPartFailure } from '../../../lib/show-failure.ts'
import type { StateDeed } from './bulk-deeds.ts'
import { useRowChanges } from './row-changes.ts'

interface StateRowsProps {
  readonly deed: StateDeed
  readonly ids: readonly string[]
  readonly onClose: () => void
}

/** Asks before the ticked users are locked, unlocked, switched on or off, one after the other. */
export const StateRowsDialog = ({ deed, ids, onClose }: StateRowsProps) => {
  const text = useText('members')
  const { changeStates } = useRowChanges()
  const count = ids.length
  const run = async (): Promise<void> => {
    const refusals = await changeStates.mutateAsync({ deed, ids })
    const [first] = refusals
    if (first === undefined) {
      showMessage(text(`members:users.${deed}.doneMany`, { count }))
      return
    }
    if (refusals.length === count) throw first
    const failed = refusals.length
    const told = text('members:users.bulkFailed', { done: count - failed, failed })
    showPartFailure(`${told}.`, first)
  }
  return (
    <ConfirmAction
      title={text(`members:users.${deed}.titleMany`, { count })}
      confirmLabel={text(`members:users.${deed}.action`)}
      onConfirm={run}
      onClose={onClose}
    >
      {text(`members:users.${deed}.textMany`)}
    </ConfirmAction>
  )
}
