import type { OrganizationSummary } from '@signet/contract/identity/organizations'
import { useMemo } from 'react'
import type { z } from 'zod'
import { ListPage } from '../../../kit/ListPage.tsx'
import { namePage } from '../../../kit/name-sought.ts'
import { byName, rowId } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useRowsDeletion } from '../../../pickers/DeleteRowsDialog.tsx'
import { exportTool } from '../../../pickers/list-export/ExportButton.tsx'
import {
  organizationPath,
  organizationsQuery,
  useOrganizationsDeletion,
} from './organizations.queries.ts'

type Row = z.output<typeof OrganizationSummary>

const rowName = ({ displayName }: Row): string => displayName
const rowLink = ({ id }: Row): string => organizationPath(id)

const useColumns = () => {
  const text = useText('members')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  return useMemo(() => {
    const column = (key: 'name' | 'displayName' | 'parent' | 'members' | 'created') => ({
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
  list: 'organizations',
  body: namePage,
  fields: {
    name: ['name'],
    displayName: ['displayName'],
    parent: ['parentName'],
    members: ['memberCount', 'memberCountEstimated'],
    created: ['createdAt'],
  },
})

/** Every organization of the tenant. */
const OrganizationsPage = () => {
  const text = useText('members')
  const add = useAddButton(
    ['ORGANIZATIONS', 'ADD'],
    '/organizations/add/details',
    text('members:organizations.add'),
  )
  const { dialog, ...deletion } = useRowsDeletion(['ORGANIZATIONS', 'REMOVE'], {
    remove: useOrganizationsDeletion().mutateAsync,
    note: text('members:many.organizationsNote'),
  })
  return (
    <>
      <ListPage<Row>
        {...deletion}
        title={text('common:pages.organizations')}
        query={organizationsQuery}
        columns={useColumns()}
        sort={byName}
        searchLabel={text('members:organizations.search')}
        {...{ rowId, rowName, rowLink }}
        actions={add}
        views="organizations"
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
