import { tenantDeletionStates } from '@signet/rules/tenants'
import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { type DeletionRow, deletionPath, deletionsQuery } from './deletions.queries.ts'
import { GraceButton } from './GraceButton.tsx'
import { DeletionStateTag } from './state-tag.tsx'

const rowId = ({ id }: DeletionRow): string => id
const rowName = ({ companyName }: DeletionRow): string => companyName
const rowLink = ({ id }: DeletionRow): string => deletionPath(id)
const byRequest = { key: 'requested', isDescending: true }

type Column = 'companyName' | 'state' | 'requestedBy' | 'requested' | 'erase' | 'rows'

const useColumns = () => {
  const text = useText('serviceProvider')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  return useMemo(() => {
    const column = (key: Column) => ({
      key,
      title: text(`serviceProvider:deletions.columns.${key}`),
    })
    return [
      { ...column('companyName'), minWidth: 180, render: rowName },
      {
        ...column('state'),
        width: 140,
        render: ({ state }: DeletionRow) => <DeletionStateTag state={state} />,
      },
      { ...column('requestedBy'), minWidth: 140, render: (row: DeletionRow) => row.requestedBy },
      timeColumn(
        { ...column('requested'), isSortable: true },
        ({ requestedAt }: DeletionRow) => requestedAt,
      ),
      timeColumn(column('erase'), ({ erasedAt, eraseAt, state }: DeletionRow) =>
        state === 'CANCELED' ? null : (erasedAt ?? eraseAt),
      ),
      {
        ...column('rows'),
        width: 140,
        isNumeric: true,
        render: ({ erasedRows }: DeletionRow) => number(erasedRows),
      },
    ]
  }, [text, number, timeColumn])
}

/** Every tenant of this provider that was deleted, or is going to be. */
const DeletedTenantsPage = () => {
  const text = useText('serviceProvider')
  return (
    <ListPage<DeletionRow>
      title={text('common:pages.deletedTenants')}
      query={deletionsQuery}
      columns={useColumns()}
      sort={byRequest}
      searchLabel={text('serviceProvider:deletions.search')}
      filters={[
        {
          key: 'state',
          label: text('serviceProvider:deletions.columns.state'),
          options: tenantDeletionStates.map((value) => ({
            value,
            label: text(`serviceProvider:deletions.states.${value}`),
          })),
        },
      ]}
      {...{ rowId, rowName, rowLink }}
      actions={<GraceButton />}
      empty={{
        title: text('serviceProvider:deletions.empty'),
        text: text('serviceProvider:deletions.emptyText'),
      }}
    />
  )
}

export default DeletedTenantsPage
