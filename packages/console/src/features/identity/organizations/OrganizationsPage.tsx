import Add from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import type { OrganizationSummary } from '@signet/contract/identity/organizations'
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
import {
  bodyOf,
  organizationPath,
  organizationsQuery,
  useOrganizationChanges,
} from './organizations.queries.ts'

type Row = z.output<typeof OrganizationSummary>

const rowId = ({ id }: Row): string => id
const rowName = ({ displayName }: Row): string => displayName
const rowLink = ({ id }: Row): string => organizationPath(id)
const firstSort = { key: 'name', isDescending: false }

const useColumns = () => {
  const text = useText('members')
  const { date } = useFormats()
  return useMemo(() => {
    const column = (key: 'name' | 'displayName' | 'parent' | 'created') => ({
      key,
      title: text(`members:organizations.columns.${key}`),
    })
    return [
      { ...column('name'), isSortable: true, minWidth: 180, render: ({ name }: Row) => name },
      { ...column('displayName'), minWidth: 180, render: rowName },
      {
        ...column('parent'),
        minWidth: 160,
        render: ({ parentName }: Row) => parentName ?? '–',
      },
      { ...column('created'), width: 218, render: ({ createdAt }: Row) => date(createdAt) },
    ]
  }, [text, date])
}

/** Deletes the ticked ones, where the visitor may. */
const useDeletion = () => {
  const text = useText('members')
  const mayRemove = useMay()(['ORGANIZATIONS', 'REMOVE'])
  const { removeAll } = useOrganizationChanges()
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
      note={text('members:many.organizationsNote')}
      onClose={() => setIds(null)}
    />
  )
  return { dialog, ...(mayRemove ? { bulkActions: [action] } : {}) }
}

const tools = exportTool({
  list: 'organizations',
  body: bodyOf,
  fields: {
    name: ['name'],
    displayName: ['displayName'],
    parent: ['parentName'],
    created: ['createdAt'],
  },
})

/** Every organization of the tenant. */
const OrganizationsPage = () => {
  const text = useText('members')
  const may = useMay()
  const add = may(['ORGANIZATIONS', 'ADD']) && (
    <Button kind="primary" icon={<Add />} to="/organizations/add/details">
      {text('members:organizations.add')}
    </Button>
  )
  const { dialog, ...deletion } = useDeletion()
  return (
    <>
      <ListPage<Row>
        {...deletion}
        title={text('common:pages.organizations')}
        query={organizationsQuery}
        columns={useColumns()}
        sort={firstSort}
        searchLabel={text('members:organizations.search')}
        {...{ rowId, rowName, rowLink }}
        actions={add}
        tools={tools}
        empty={{
          title: text('members:organizations.empty'),
          text: text('members:organizations.emptyText'),
          actions: add,
        }}
      />
      {dialog}
    </>
  )
}

export default OrganizationsPage
