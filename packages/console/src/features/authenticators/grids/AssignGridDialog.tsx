import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import type { GridCard } from '../../../pickers/grids/GridTag.tsx'
import { type PickedUser, UserPicker } from '../../../pickers/UserPicker.tsx'
import { useGridDeeds } from './grids.queries.ts'

interface AssignGridDialogProps {
  readonly grid: GridCard
  readonly onClose: () => void
}

/** Gives a card to somebody. */
export const AssignGridDialog = ({ grid, onClose }: AssignGridDialogProps) => {
  const text = useText('resource')
  const { assign } = useGridDeeds()
  const [user, setUser] = useState<PickedUser | null>(null)
  const run = async (): Promise<void> => {
    if (user === null) return
    await assign(grid.serialNumber, user.id)
    showMessage(text('resource:grids.assign.done', { name: user.displayName }))
  }
  return (
    <ConfirmAction
      title={text('resource:grids.assign.title', { serial: grid.serialNumber })}
      confirmLabel={text('resource:grids.assign.action')}
      isIncomplete={user === null}
      onConfirm={run}
      onClose={onClose}
    >
      <UserPicker label={text('resource:grids.columns.user')} value={user} onChange={setUser} />
    </ConfirmAction>
  )
}
