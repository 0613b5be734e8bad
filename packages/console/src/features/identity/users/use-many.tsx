import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import GroupAdd from '@mui/icons-material/GroupAddOutlined'
import GroupRemove from '@mui/icons-material/GroupRemoveOutlined'
import LockOpenIcon from '@mui/icons-material/LockOpenOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import PowerIcon from '@mui/icons-material/PowerSettingsNewOutlined'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { BulkAction } from '../../../kit/list-types.ts'
import { loadChunk } from '../../../lib/chunk.ts'
import { useText } from '../../../lib/i18n.ts'
import type { BulkRun } from '../../../pickers/bulk/bulk-runs.ts'
import { useMay } from '../../../session/session-context.tsx'
import { bulkDeeds, isAboutGroup, stateDeeds } from './bulk-deeds.ts'
import type { Chosen } from './ManyDialogs.tsx'

const ManyDialogs = lazy(() => loadChunk(() => import('./ManyDialogs.tsx')))

const icons: Readonly<Record<Chosen['deed'], ReactNode>> = {
  lock: <LockIcon fontSize="small" />,
  unlock: <LockOpenIcon fontSize="small" />,
  activate: <PowerIcon fontSize="small" />,
  deactivate: <PowerIcon fontSize="small" />,
  join: <GroupAdd fontSize="small" />,
  leave: <GroupRemove fontSize="small" />,
  invite: <MailIcon fontSize="small" />,
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
    ...(may(['USERS', 'EDIT']) ? ([...(mayBulk ? many : stateDeeds), 'invite'] as const) : []),
    ...(may(['USERS', 'REMOVE']) ? (['delete'] as const) : []),
  ]
}

const useLabels = () => {
  const text = useText('members')
  return (deed: Chosen['deed']): string => {
    if (deed === 'delete') return text('members:users.deletes.action')
    return deed === 'invite' || isAboutGroup(deed)
      ? text(`members:many.${deed}.action`)
      : text(`members:users.${deed}.action`)
  }
}

/** The actions on selected users, and the dialogs that ask and tell how far they are. */
export const useMany = () => {
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
  const isOpen = chosen !== null || running !== null
  const dialogs = isOpen && (
    <Suspense>
      <ManyDialogs
        {...{ chosen, running, mayBulk }}
        onBegun={setRunning}
        onClose={() => setChosen(null)}
        onLeave={() => setRunning(null)}
      />
    </Suspense>
  )
  return { bulkActions, takesMatching: mayBulk, dialogs }
}
