import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import GroupAdd from '@mui/icons-material/GroupAddOutlined'
import GroupRemove from '@mui/icons-material/GroupRemoveOutlined'
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import PowerIcon from '@mui/icons-material/PowerSettingsNewOutlined'
import { type ReactNode, useState } from 'react'
import type { BulkAction, Selection } from '../../../kit/list-types.ts'
import { useText } from '../../../lib/i18n.ts'
import { BulkProgress } from '../../../pickers/bulk/BulkProgress.tsx'
import type { BulkRun } from '../../../pickers/bulk/bulk-runs.ts'
import { DeleteRowsDialog } from '../../../pickers/DeleteRowsDialog.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import { type BulkDeed, bulkDeeds, isAboutGroup, type StateDeed, stateDeeds } from './bulk-deeds.ts'
import { DeleteManyDialog } from './DeleteManyDialog.tsx'
import { useRowChanges } from './row-changes.ts'
import { StateRowsDialog } from './StateRowsDialog.tsx'

interface Chosen {
  readonly deed: BulkDeed | 'delete'
  readonly selection: Selection
}

const icons: Readonly<Record<Chosen['deed'], ReactNode>> = {
  lock: <LockIcon fontSize="small" />,
  unlock: <LockOpenIcon fontSize="small" />,
  activate: <PowerIcon fontSize="small" />,
  deactivate: <PowerIcon fontSize="small" />,
  join: <GroupAdd fontSize="small" />,
  leave: <GroupRemove fontSize="small" />,
  delete: <DeleteIcon fontSize="small" />,
}

/** Whether the server does it to many, row by row under the visitor's rights. */
const useMayBulk = (): boolean => useMay()(['BULKUSERS', 'ADD'])

/** What may be done to ticked users; who may not begin bulk operations does it to one page of them. */
const useDeeds = (): readonly Chosen['deed'][] => {
  const may = useMay()
  const mayBulk = useMayBulk()
  const mayGroup = may(['GROUPS', 'VIEW'])
  const many = bulkDeeds.filter((deed) => mayGroup || !isAboutGroup(deed))
  return [
    ...(may(['USERS', 'EDIT']) ? (mayBulk ? many : stateDeeds) : []),
    ...(may(['USERS', 'REMOVE']) ? (['delete'] as const) : []),
  ]
}

const useLabels = () => {
  const text = useText('members')
  return (deed: Chosen['deed']): string => {
    if (deed === 'delete') return text('members:users.deletes.action')
    return isAboutGroup(deed)
      ? text(`members:many.${deed}.action`)
      : text(`members:users.${deed}.action`)
  }
}

interface ManyProps extends Chosen {
  readonly onBegun: (run: BulkRun) => void
  readonly onClose: () => void
}

const ManyDialog = ({ deed, ...shared }: ManyProps) =>
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

/** The actions on selected users, and the dialogs that ask and tell how far they are. */
export const useMany = () => {
  const text = useText('members')
  const labelOf = useLabels()
  const mayBulk = useMayBulk()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [running, setRunning] = useState<BulkRun | null>(null)
  const bulkActions = useDeeds().map(
    (deed): BulkAction => ({
      label: labelOf(deed),
      icon: icons[deed],
      isDestructive: deed === 'delete',
      run: (selection) => setChosen({ deed, selection }),
    }),
  )
  const close = (): void => setChosen(null)
  const dialogs = (
    <>
      {chosen !== null && mayBulk && (
        <ManyDialog {...chosen} onBegun={setRunning} onClose={close} />
      )}
      {chosen !== null && !mayBulk && <RowsDialog {...chosen} onClose={close} />}
      {running !== null && (
        <BulkProgress
          key={running.id}
          title={text('members:many.working')}
          run={running}
          onClose={() => setRunning(null)}
        />
      )}
    </>
  )
  return { bulkActions, takesMatching: mayBulk, dialogs }
}
