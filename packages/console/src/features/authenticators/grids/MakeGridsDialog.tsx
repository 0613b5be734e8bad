import { GridBatch } from '@signet/contract/authenticators/grids'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useGridDeeds } from './grids.queries.ts'

/** Makes cards that nobody has yet, to be printed and handed out. */
export const MakeGridsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('resource')
  const { make } = useGridDeeds()
  const [typed, setTyped] = useState('10')
  const count = GridBatch.shape.numberOfGrids.safeParse(Number(typed))
  const run = async (): Promise<void> => {
    if (!count.success) return
    await make(count.data)
    showMessage(text('resource:grids.make.done', { count: count.data }))
  }
  return (
    <ConfirmAction
      title={text('resource:grids.make.title')}
      confirmLabel={text('resource:grids.make.action')}
      isIncomplete={!count.success}
      onConfirm={run}
      onClose={onClose}
    >
      <TextInput
        label={text('resource:grids.make.count')}
        hint={text('resource:grids.make.hint')}
        type="number"
        value={typed}
        onChange={setTyped}
        autoFocus
      />
    </ConfirmAction>
  )
}
