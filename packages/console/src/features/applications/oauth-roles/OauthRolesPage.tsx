import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { type OauthRoleDetail, oauthRolePath, oauthRolesPageQuery } from './oauth-roles.queries.ts'

const rowLink = ({ id }: OauthRoleDetail): string => oauthRolePath(id)

const useColumns = () => {
  const text = useText('members', 'resource')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('members:roles.columns.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'description',
        title: text('members:roles.columns.description'),
        share: 2,
        minWidth: 220,
        render: ({ description }: OauthRoleDetail) => description ?? '–',
      },
      {
        key: 'users',
        title: text('resource:oauthRoles.columns.users'),
        width: 130,
        render: ({ users }: OauthRoleDetail) => number(users),
      },
      timeColumn(
        { key: 'created', title: text('resource:oauthRoles.columns.created') },
        ({ createdAt }: OauthRoleDetail) => createdAt,
      ),
    ],
    [text, timeColumn, number],
  )
}

const tools = exportTool({
  list: 'oauthroles',
  ids: idsOf(oauthRolesPageQuery),
  fields: {
    name: ['name'],
    description: ['description'],
    users: ['users'],
    created: ['createdAt'],
  },
})

/** Every role that applications are told of. */
const OauthRolesPage = () => {
  const text = useText('resource')
  const add = useAddButton(
    ['OAUTHROLES', 'ADD'],
    '/oauthroles/add',
    text('common:pages.addOauthRole'),
  )
  return (
    <ListPage<OauthRoleDetail>
      title={text('common:pages.oauthRoles')}
      query={oauthRolesPageQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('resource:oauthRoles.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      views="oauthroles"
      tools={tools}
      empty={{
        title: text('resource:oauthRoles.empty'),
        text: text('resource:oauthRoles.emptyText'),
        actions: add,
      }}
    />
  )
}

export default OauthRolesPage
