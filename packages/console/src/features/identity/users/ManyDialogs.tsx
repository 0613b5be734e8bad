import type { Selection } from '../../../kit/list-types.ts'
import { useText } from '../../../lib/i18n.ts'
import { BulkProgress } from '../../../pickers/bulk/BulkProgress.tsx'
import type { BulkRun } from '../../../pickers/bulk/bulk-runs.ts'
import { DeleteRowsDialog } from '../../../pickers/DeleteRowsDialog.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import { type BulkDeed, type StateDeed, stateDeeds } from './bulk-deeds.ts'
import { DeleteManyDialog } from './DeleteManyDialog.tsx'
import { InviteManyDialog } from './InviteManyDialog.tsx'
import { useRowChanges } from './row-changes.ts'
import { StateRowsDialog } from './StateRowsDialog.tsx'

/** What is to be done, and to whom. */
export interface Chosen {
  readonly deed: BulkDeed | 'invite' | 'delete'
  readonly selection: Selection
}

interface ManyProps extends Chosen {
  readonly onBegun: (run: BulkRun) => void
  readonly onClose: () => void
}

type BulkChosen = Chosen & { readonly deed: Exclude<Chosen['deed'], 'invite'> }

const ManyDialog = ({ deed, ...shared }: Omit<ManyProps, 'deed'> & Pick<BulkChosen, 'deed'>) =>
  deed === 'delete' ? <DeleteManyDialog {...shared} /> : <BulkDialog deed={deed} {...shared} />

const isState = (deed: Chosen['deed']): deed is StateDeed =>
  stateDeeds.some((each) => each === deed)

/** By the calls for single users: only ticked rows, nothing in the background. */
const RowsDialog = ({ deed, selection, onClose }: Omit<ManyProps, 'onBegun'>) => {
  const text = useText('members')
  const { removeAll } = useRowChanges()
  const ids = selection.kind === 'ids' ? selection.ids : []
  if (isState(deed)) return <StateRowsDialog {...{ deed, ids, onClose }} />
  return (
    <DeleteRowsDialog
      ids={ids}
      remove={removeAll.mutateAsync}
      note={text('members:users.deletes.textMany', { count: ids.length })}
      onClose={onClose}
    />
  )
}

interface ManyDialogsProps extends Pick<ManyProps, 'onBegun' | 'onClose'> {
  /** Null: nothing is asked. */
  readonly chosen: Chosen | null
  /** Null: nothing is under way. */
  readonly running: BulkRun | null
  /** Whether the server does it to many, row by row under the visitor's rights. */
  readonly mayBulk: boolean
  /** Lets what is under way go on alone. */
  readonly onLeave: () => void
}

type AskingProps = Omit<ManyDialogsProps, 'running' | 'onLeave'>

const Asking = ({ chosen, mayBulk, onBegun, onClose }: AskingProps) => {
  if (chosen === null) return null
  const { deed, selection } = chosen
  if (deed === 'invite') return <InviteManyDialog {...{ selection, onClose }} />
  if (mayBulk) return <ManyDialog {...{ deed, selection, onBegun, onClose }} />
  return <RowsDialog {...chosen} onClose={onClose} />
}

/** Asks before something is done to many users, then tells how far it is. */
const ManyDialogs = ({ running, onLeave, ...asking }: ManyDialogsProps) => {
  const text = useText('members')
  return (
    <>
      <Asking {...asking} />
      {running !== null && (
        <BulkProgress
          key={running.id}
          title={text('members:many.working')}
          run={running}
          onClose={onLeave}
        />
      )}
    </>
  )
}

export default ManyDialogs
