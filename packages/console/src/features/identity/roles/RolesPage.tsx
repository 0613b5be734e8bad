import { useMemo } from 'react'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { useRoleWords } from '../../../pickers/role-words.ts'
import type { RoleDetail } from './role-forms.ts'
import { rolePath, rolesPageQuery } from './roles.queries.ts'

const rowLink = ({ id }: RoleDetail): string => rolePath(id)
const originOf = ({ builtIn }: RoleDetail) => (builtIn === null ? 'own' : 'builtIn')

const useColumns = () => {
  const text = useText('members')
  const { nameOf, descriptionOf } = useRoleWords()
  return useMemo(() => {
    const column = (key: 'name' | 'description' | 'origin' | 'reach') => ({
      key,
      title: text(`members:roles.columns.${key}`),
    })
    return [
      { ...column('name'), minWidth: 170, render: nameOf },
      {
        ...column('description'),
        share: 2,
        minWidth: 220,
        render: (role: RoleDetail) => descriptionOf(role) ?? '–',
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
  }, [text, nameOf, descriptionOf])
}

const useFilters = () => {
  const text = useText('members')
  return [
    {
      key: 'origin',
      label: text('members:roles.columns.origin'),
      options: optionsOf(['builtIn', 'own'], (value) => text(`members:roles.origin.${value}`)),
    },
  ]
}

const toolsOf = (query: ReturnType<typeof rolesPageQuery>) =>
  exportTool({
    list: 'roles',
    ids: idsOf(query),
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
  const words = useRoleWords()
  const query = useMemo(() => rolesPageQuery(words), [words])
  const tools = useMemo(() => toolsOf(query), [query])
  const add = useAddButton(['ROLES', 'ADD'], '/role/add', text('members:roles.add'))
  return (
    <ListPage<RoleDetail>
      title={text('common:pages.roles')}
      query={query}
      columns={useColumns()}
      filters={useFilters()}
      searchLabel={text('members:roles.search')}
      rowName={words.nameOf}
      {...{ rowId, rowLink }}
      actions={add}
      views="roles"
      tools={tools}
      empty={{ title: text('members:roles.empty'), text: text('members:roles.emptyText') }}
    />
  )
}

export default RolesPage
