import Add from '@mui/icons-material/Add'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useMany } from './use-many.tsx'
import { useUserColumns, useUserFilters } from './user-columns.tsx'
import { type UserRow, userPath } from './user-types.ts'
import { listedBy, usersQuery } from './users.queries.ts'

const rowId = ({ id }: UserRow): string => id
const rowName = ({ displayName }: UserRow): string => displayName
const rowLink = ({ id }: UserRow): string => userPath(id)
const firstSort = { key: 'name', isDescending: false }

const tools = exportTool({
  list: 'users',
  body: listedBy,
  fields: {
    name: ['displayName'],
    userId: ['userId'],
    email: ['email'],
    status: ['status'],
    roles: ['roles'],
    lastSignIn: ['lastAuthenticatedAt'],
  },
})

/** Every user of the tenant. */
const UsersPage = () => {
  const text = useText('members')
  const may = useMay()
  const { bulkActions, takesMatching, dialogs } = useMany()
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
        takesMatching={takesMatching}
        actions={add}
        tools={tools}
        empty={{
          title: text('members:users.empty'),
          text: text('members:users.emptyText'),
          actions: add,
        }}
      />
      {dialogs}
    </>
  )
}

export default UsersPage
