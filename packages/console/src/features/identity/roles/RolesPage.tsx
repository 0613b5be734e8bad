import Add from '@mui/icons-material/Add'
import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { RoleDetail } from './role-forms.ts'
import { rolePath, rolesPageQuery } from './roles.queries.ts'

const rowId = ({ id }: RoleDetail): string => id
const rowName = ({ name }: RoleDetail): string => name
const rowLink = ({ id }: RoleDetail): string => rolePath(id)
const originOf = ({ builtIn }: RoleDetail) => (builtIn === null ? 'own' : 'builtIn')

const useColumns = () => {
  const text = useText('members')
  return useMemo(() => {
    const column = (key: 'name' | 'description' | 'origin' | 'reach') => ({
      key,
      title: text(`members:roles.columns.${key}`),
    })
    return [
      { ...column('name'), minWidth: 170, render: rowName },
      {
        ...column('description'),
        share: 2,
        minWidth: 220,
        render: ({ description }: RoleDetail) => description ?? '–',
      },
      {
        ...column('origin'),
        width: 120,
        render: (role: RoleDetail) => text(`members:roles.origin.${originOf(role)}`),
      },
      {
        ...column('reach'),
        width: 150,
        render: (role: RoleDetail) =>
          role.superAdministrator
            ? text('members:roles.everything')
            : text(`members:roles.reachShort.${role.groupManagement}`),
      },
    ]
  }, [text])
}

const useFilters = () => {
  const text = useText('members')
  return [
    {
      key: 'origin',
      label: text('members:roles.columns.origin'),
      options: (['builtIn', 'own'] as const).map((value) => ({
        value,
        label: text(`members:roles.origin.${value}`),
      })),
    },
  ]
}

const tools = exportTool({
  list: 'roles',
  ids: idsOf(rolesPageQuery),
  fields: {
    name: ['name'],
    description: ['description'],
    origin: ['builtIn'],
    reach: ['superAdministrator', 'groupManagement'],
  },
})

/** Every role of the tenant. */
const RolesPage = () => {
  const text = useText('members')
  const may = useMay()
  const add = may(['ROLES', 'ADD']) && (
    <Button kind="primary" icon={<Add />} to="/role/add">
      {text('members:roles.add')}
    </Button>
  )
  return (
    <ListPage<RoleDetail>
      title={text('common:pages.roles')}
      query={rolesPageQuery}
      columns={useColumns()}
      filters={useFilters()}
      searchLabel={text('members:roles.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      tools={tools}
      empty={{ title: text('members:roles.empty'), text: text('members:roles.emptyText') }}
    />
  )
}

export default RolesPage
