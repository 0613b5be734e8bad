import type { BatchOutcomes } from '@signet/contract/identity/batches'
import type { Need } from '@signet/rules/permissions'
import { useState } from 'react'
import type { z } from 'zod'
import { ConfirmAction } from '../kit/ConfirmAction.tsx'
import type { BulkAction } from '../kit/list-types.ts'
import { errorTextNow, useText } from '../lib/i18n.ts'
import { showMessage } from '../lib/messages.ts'
import { useMay } from '../session/session-context.tsx'

interface DeleteRowsProps {
  readonly ids: readonly string[]
  readonly remove: (ids: readonly string[]) => Promise<z.output<typeof BatchOutcomes>>
  /** What becomes of what they are about. */
  readonly note: string
  readonly onClose: () => void
}

/** Asks before the ticked rows are deleted; says how many were, and why others were not. */
export const DeleteRowsDialog = ({ ids, remove, note, onClose }: DeleteRowsProps) => {
  const text = useText('members')
  const count = ids.length
  const run = async (): Promise<void> => {
    const { results } = await remove(ids)
    const refused = results.filter(({ outcome }) => outcome === 'FAILURE')
    const done = results.length - refused.length
    const [first] = refused
    if (first === undefined) {
      showMessage(text('members:many.deleted', { count: done }))
      return
    }
    const reason = errorTextNow(first.errorCode ?? '', {}) ?? ''
    const told = text('members:users.bulkFailed', { done, failed: refused.length })
    showMessage(`${told}. ${reason}`, { icon: 'warning' })
  }
  return (
    <ConfirmAction
      title={text('members:many.deleteTitle', { count })}
      confirmLabel={text('members:users.deletes.action')}
      typed={String(count)}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {note}
    </ConfirmAction>
  )
}

/** The bulk action of a list that deletes the ticked rows, for those who may, and its dialog. */
export const useRowsDeletion = (needs: Need, rows: Pick<DeleteRowsProps, 'remove' | 'note'>) => {
  const text = useText('members')
  const mayRemove = useMay()(needs)
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const action: BulkAction = {
    label: text('members:users.deletes.action'),
    isDestructive: true,
    run: (selection) => setIds(selection.kind === 'ids' ? selection.ids : []),
  }
  return {
    ...(mayRemove ? { bulkActions: [action] } : {}),
    dialog: ids !== null && <DeleteRowsDialog {...rows} ids={ids} onClose={() => setIds(null)} />,
  }
}
