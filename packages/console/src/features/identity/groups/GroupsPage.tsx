import { type Group, groupTypes } from '@signet/contract/identity/groups'
import { isBuilt } from '@signet/rules/permissions'
import { useMemo } from 'react'
import type { z } from 'zod'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useRowsDeletion } from '../../../pickers/DeleteRowsDialog.tsx'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { bodyOf, groupPath, groupsQuery, useGroupsDeletion } from './groups.queries.ts'

type Row = z.output<typeof Group>

const rowLink = ({ id }: Row): string => groupPath(id)

const useColumns = () => {
  const text = useText('members')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  return useMemo(() => {
    const column = (key: 'name' | 'description' | 'type' | 'members' | 'created') => ({
      key,
      title: text(`members:groups.columns.${key}`),
    })
    return [
      { ...column('name'), isSortable: true, minWidth: 180, render: rowName },
      {
        ...column('description'),
        share: 1.6,
        minWidth: 220,
        render: ({ description }: Row) => description ?? '–',
      },
      {
        ...column('type'),
        width: 140,
        render: ({ type }: Row) => text(`members:groups.type.${type}`),
      },
      {
        ...column('members'),
        width: 110,
        isNumeric: true,
        render: ({ memberCount, memberCountEstimated }: Row) =>
          `${number(memberCount)}${memberCountEstimated ? '+' : ''}`,
      },
      timeColumn(column('created'), ({ createdAt }: Row) => createdAt),
    ]
  }, [text, number, timeColumn])
}

const tools = exportTool({
  list: 'groups',
  body: bodyOf,
  fields: {
    name: ['name'],
    description: ['description'],
    type: ['type'],
    members: ['memberCount', 'memberCountEstimated'],
    created: ['createdAt'],
  },
})

/** Every group that the visitor manages. */
const GroupsPage = () => {
  const text = useText('members')
  const add = useAddButton(['GROUPS', 'ADD'], '/groups/add', text('members:groups.add'))
  const types = groupTypes.map((value) => ({
    value,
    label: text(`members:groups.type.${value}`),
  }))
  // Without directories every group is made here.
  const filters = isBuilt('DIRECTORIES')
    ? [{ key: 'type', label: text('members:groups.columns.type'), options: types }]
    : []
  const { dialog, ...deletion } = useRowsDeletion(['GROUPS', 'REMOVE'], {
    remove: useGroupsDeletion().mutateAsync,
    note: text('members:many.groupsNote'),
  })
  return (
    <>
      <ListPage<Row>
        {...deletion}
        title={text('common:pages.groups')}
        query={groupsQuery}
        columns={useColumns()}
        filters={filters}
        sort={byName}
        searchLabel={text('members:groups.search')}
        {...{ rowId, rowName, rowLink }}
        actions={add}
        views="groups"
        tools={tools}
        empty={{
          title: text('members:groups.empty'),
          text: text('members:groups.emptyText'),
          actions: add,
        }}
      />
      {dialog}
    </>
  )
}

export default GroupsPage
