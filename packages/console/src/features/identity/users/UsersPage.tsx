import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId } from '../../../kit/named-rows.ts'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useMany } from './use-many.tsx'
import { useUserColumns, useUserFilters } from './user-columns.tsx'
import { type UserRow, userPath } from './user-types.ts'
import { listedBy, usersQuery } from './users.queries.ts'

const rowName = ({ displayName }: UserRow): string => displayName
const rowLink = ({ id }: UserRow): string => userPath(id)

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
  const { bulkActions, takesMatching, dialogs } = useMany()
  const add = useAddButton(['USERS', 'ADD'], '/user/add', text('members:users.add'))
  return (
    <>
      <ListPage<UserRow>
        title={text('common:pages.users')}
        query={usersQuery}
        columns={useUserColumns()}
        filters={useUserFilters()}
        sort={byName}
        searchLabel={text('members:users.search')}
        {...{ rowId, rowName, rowLink }}
        {...(bulkActions.length > 0 ? { bulkActions } : {})}
        takesMatching={takesMatching}
        actions={add}
        views="users"
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
