import { useMemo } from 'react'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { idsOf } from '../../../pickers/list-export/list-exports.ts'
import { useAttributeName } from './attribute-names.ts'
import { type Attribute, attributePath, attributesPageQuery } from './user-attributes.queries.ts'

const rowLink = ({ id }: Attribute): string => attributePath(id)
const groups = ['SYSTEM', 'OPTIONAL', 'EXTRA'] as const

const useColumns = () => {
  const text = useText('members')
  const nameOf = useAttributeName()
  return useMemo(() => {
    const column = (key: 'name' | 'group' | 'type' | 'demands') => ({
      key,
      title: text(`members:attributes.columns.${key}`),
    })
    const demandsOf = ({ required, unique }: Attribute): string =>
      [
        required ? text('members:attributes.demands.required') : '',
        unique ? text('members:attributes.demands.unique') : '',
      ]
        .filter(Boolean)
        .join(', ')
    return [
      { ...column('name'), minWidth: 180, render: nameOf },
      {
        ...column('group'),
        width: 150,
        render: ({ group }: Attribute) => text(`members:attributes.group.${group}`),
      },
      {
        ...column('type'),
        width: 150,
        render: ({ type }: Attribute) => text(`members:attributes.type.${type}`),
      },
      {
        ...column('demands'),
        minWidth: 160,
        render: (attribute: Attribute) => demandsOf(attribute) || '–',
      },
    ]
  }, [text, nameOf])
}

const tools = exportTool({
  list: 'userattributes',
  ids: idsOf(attributesPageQuery),
  fields: {
    name: ['name'],
    group: ['group'],
    type: ['type'],
    demands: ['required', 'unique'],
  },
})

/** Every attribute that users have. */
const UserAttributesPage = () => {
  const text = useText('members')
  const nameOf = useAttributeName()
  const add = useAddButton(
    ['USERATTRIBUTES', 'ADD'],
    '/userattribute/add',
    text('members:attributes.add'),
  )
  const options = optionsOf(groups, (value) => text(`members:attributes.group.${value}`))
  return (
    <ListPage<Attribute>
      title={text('common:pages.userAttributes')}
      query={attributesPageQuery}
      columns={useColumns()}
      filters={[{ key: 'group', label: text('members:attributes.columns.group'), options }]}
      searchLabel={text('members:attributes.search')}
      {...{ rowId, rowLink }}
      rowName={nameOf}
      actions={add}
      views="userattributes"
      tools={tools}
      empty={{
        title: text('members:attributes.empty'),
        text: text('members:attributes.emptyText'),
      }}
    />
  )
}

export default UserAttributesPage
