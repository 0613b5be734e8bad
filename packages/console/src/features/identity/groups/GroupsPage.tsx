import Add from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { type GroupSummary, groupTypes } from '@signet/contract/identity/groups'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { ListPage } from '../../../kit/ListPage.tsx'
import type { BulkAction } from '../../../kit/list-types.ts'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { DeleteRowsDialog } from '../../../pickers/DeleteRowsDialog.tsx'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { bodyOf, groupPath, groupsQuery, useGroupChanges } from './groups.queries.ts'

type Row = z.output<typeof GroupSummary>

const rowId = ({ id }: Row): string => id
const rowName = ({ name }: Row): string => name
const rowLink = ({ id }: Row): string => groupPath(id)
const firstSort = { key: 'name', isDescending: false }

const useColumns = () => {
  const text = useText('members')
  const { date } = useFormats()
  return useMemo(() => {
    const column = (key: 'name' | 'description' | 'type' | 'created') => ({
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
      { ...column('created'), width: 218, render: ({ createdAt }: Row) => date(createdAt) },
    ]
  }, [text, date])
}

/** Deletes the ticked ones, where the visitor may. */
const useDeletion = () => {
  const text = useText('members')
  const mayRemove = useMay()(['GROUPS', 'REMOVE'])
  const { removeAll } = useGroupChanges()
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const action: BulkAction = {
    label: text('members:users.deletes.action'),
    icon: <DeleteIcon fontSize="small" />,
    isDestructive: true,
    run: (selection) => setIds(selection.kind === 'ids' ? selection.ids : []),
  }
  const dialog = ids !== null && (
    <DeleteRowsDialog
      ids={ids}
      remove={removeAll.mutateAsync}
      note={text('members:many.groupsNote')}
      onClose={() => setIds(null)}
    />
  )
  return { dialog, ...(mayRemove ? { bulkActions: [action] } : {}) }
}

const tools = exportTool({
  list: 'groups',
  body: bodyOf,
  fields: {
    name: ['name'],
    description: ['description'],
    type: ['type'],
    created: ['createdAt'],
  },
})

/** Every group that the visitor manages. */
const GroupsPage = () => {
  const text = useText('members')
  const may = useMay()
  const add = may(['GROUPS', 'ADD']) && (
    <Button kind="primary" icon={<Add />} to="/groups/add">
      {text('members:groups.add')}
    </Button>
  )
  const filters = [
    {
      key: 'type',
      label: text('members:groups.columns.type'),
      options: groupTypes.map((value) => ({ value, label: text(`members:groups.type.${value}`) })),
    },
  ]
  const { dialog, ...deletion } = useDeletion()
  return (
    <>
      <ListPage<Row>
        {...deletion}
        title={text('common:pages.groups')}
        query={groupsQuery}
        columns={useColumns()}
        filters={filters}
        sort={firstSort}
        searchLabel={text('members:groups.search')}
        {...{ rowId, rowName, rowLink }}
        actions={add}
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
