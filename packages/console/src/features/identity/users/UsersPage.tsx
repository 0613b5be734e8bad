import Add from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import { useState } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import type { BulkAction, Selection } from '../../../kit/list-types.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { type BulkDeed, BulkDialog } from './BulkDialog.tsx'
import { useUserColumns, useUserFilters } from './user-columns.tsx'
import { type UserRow, userPath } from './user-types.ts'
import { usersQuery } from './users.queries.ts'

const rowId = ({ id }: UserRow): string => id
const rowName = ({ displayName }: UserRow): string => displayName
const rowLink = ({ id }: UserRow): string => userPath(id)
const firstSort = { key: 'name', isDescending: false }

interface Chosen {
  readonly deed: BulkDeed
  readonly ids: readonly string[]
}

const useBulkActions = (choose: (chosen: Chosen) => void): readonly BulkAction[] => {
  const text = useText('members')
  const may = useMay()
  const begin = (deed: BulkDeed) => (selection: Selection) => {
    if (selection.kind === 'ids') choose({ deed, ids: selection.ids })
  }
  const lock: BulkAction = {
    label: text('members:users.lock.action'),
    icon: <LockIcon fontSize="small" />,
    run: begin('lock'),
  }
  const remove: BulkAction = {
    label: text('members:users.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    run: begin('delete'),
  }
  return [...(may(['USERS', 'EDIT']) ? [lock] : []), ...(may(['USERS', 'REMOVE']) ? [remove] : [])]
}

/** Every user of the tenant. */
const UsersPage = () => {
  const text = useText('members')
  const may = useMay()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const bulkActions = useBulkActions(setChosen)
  const add = may(['USERS', 'ADD']) && (
    <Button kind="primary" icon={<Add />} to="/user/add">
      {text('members:users.add')}
    </Button>
  )
  return (
    <>
      <ListPage<UserRow>
        title={text('common:pages.users')}
        query={usersQuery}
        columns={useUserColumns()}
        filters={useUserFilters()}
        sort={firstSort}
        searchLabel={text('members:users.search')}
        {...{ rowId, rowName, rowLink }}
        {...(bulkActions.length > 0 ? { bulkActions } : {})}
        actions={add}
        empty={{
          title: text('members:users.empty'),
          text: text('members:users.emptyText'),
          actions: add,
        }}
      />
      {chosen !== null && <BulkDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

export default UsersPage
