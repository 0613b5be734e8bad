import { type ReactNode, useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import type { GridCard } from '../../../pickers/grids/GridTag.tsx'
import { PrintGridDialog } from '../../../pickers/grids/PrintGridDialog.tsx'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { AssignGridDialog } from './AssignGridDialog.tsx'
import { printGrid, useGridDeeds } from './grids.queries.ts'
import { MailGridDialog } from './MailGridDialog.tsx'

type Deed = 'unassign' | 'switchOff' | 'cancel' | 'remove'
type Opened = Deed | 'mail' | 'print' | 'assign'

interface Asked {
  readonly grid: GridCard
  readonly what: Opened
}

interface QuestionProps {
  readonly grid: GridCard
  readonly deed: Deed
  readonly onClose: () => void
}

/** Asks before a card changes. */
const Question = ({ grid, deed, onClose }: QuestionProps) => {
  const text = useText('resource')
  const deeds = useGridDeeds()
  const runs: Readonly<Record<Deed, () => Promise<unknown>>> = {
    unassign: () => deeds.unassign(grid.id),
    switchOff: () => deeds.change(grid.id, 'INACTIVE'),
    cancel: () => deeds.change(grid.id, 'CANCELED'),
    remove: () => deeds.remove(grid.id),
  }
  const run = async (): Promise<void> => {
    await runs[deed]()
    showMessage(text('common:form.saved'))
  }
  const serial = grid.serialNumber
  return (
    <ConfirmAction
      title={text(`resource:grids.${deed}.title`, { serial })}
      confirmLabel={text(`resource:grids.${deed}.action`)}
      isDestructive={deed === 'remove' || deed === 'cancel'}
      onConfirm={run}
      onClose={onClose}
    >
      {text(`resource:grids.${deed}.text`)}
    </ConfirmAction>
  )
}

/** Which deeds a card takes as it stands. */
const deedsFor = ({ state, retired, numUses }: GridCard): readonly Opened[] => {
  const isUsable = state === 'PENDING' || state === 'ACTIVE'
  if (state === 'UNASSIGNED') return ['assign', 'print']
  return [
    ...(isUsable ? (['print', 'mail', 'switchOff'] as const) : []),
    ...(numUses === 0 && (state === 'PENDING' || state === 'INACTIVE') && retired === null
      ? (['unassign'] as const)
      : []),
    ...(state === 'CANCELED' ? [] : (['cancel'] as const)),
  ]
}

/** What can be done with a card, and the dialogs that ask. */
export const useGridActions = () => {
  const text = useText('resource')
  const may = useMay()
  const { change } = useGridDeeds()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = (): void => setAsked(null)
  const actionsOf = (grid: GridCard): readonly MenuAction[] => {
    const item = (what: Opened): MenuAction => ({
      label: text(`resource:grids.${what}.action`),
      isDestructive: what === 'remove' || what === 'cancel',
      onSelect: () => setAsked({ grid, what }),
    })
    const on: MenuAction = {
      label: text('resource:grids.switchOn'),
      onSelect: () => void change(grid.id, 'ACTIVE'),
    }
    const isOff = grid.state === 'INACTIVE' && grid.retired === null
    return [
      ...(may(['GRIDS', 'EDIT']) ? [...(isOff ? [on] : []), ...deedsFor(grid).map(item)] : []),
      ...(may(['GRIDS', 'REMOVE']) ? [item('remove')] : []),
    ]
  }
  return { actionsOf, dialog: asked === null ? null : dialogOf(asked, close) }
}

const dialogOf = ({ grid, what }: Asked, onClose: () => void): ReactNode => {
  if (what === 'assign') return <AssignGridDialog grid={grid} onClose={onClose} />
  if (what === 'mail') return <MailGridDialog grid={grid} onClose={onClose} />
  if (what !== 'print') return <Question grid={grid} deed={what} onClose={onClose} />
  const load = (format: Parameters<typeof printGrid>[1]) => printGrid(grid.id, format)
  return <PrintGridDialog serial={grid.serialNumber} load={load} onClose={onClose} />
}
