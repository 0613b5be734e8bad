import { databaseKinds } from '@signet/contract/issuance/external-databases'
import { useMemo } from 'react'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { databasePath, databasesPath } from './database-paths.ts'
import { type Database, databasesPageQuery } from './databases.queries.ts'

const rowLink = ({ id }: Database): string => databasePath(id)

const useColumns = () => {
  const text = useText('issuancePortal')
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('issuancePortal:databases.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'kind',
        title: text('issuancePortal:databases.kind'),
        minWidth: 150,
        render: ({ kind }: Database) => text(`issuancePortal:databases.kinds.${kind}`),
      },
      {
        key: 'host',
        title: text('issuancePortal:databases.host'),
        minWidth: 200,
        render: ({ host, port }: Database) => `${host}:${port}`,
      },
      {
        key: 'database',
        title: text('issuancePortal:databases.database'),
        minWidth: 130,
        render: ({ database }: Database) => database,
      },
      timeColumn(
        { key: 'modified', title: text('issuancePortal:databases.modified') },
        ({ modifiedAt }: Database) => modifiedAt,
      ),
    ],
    [text, timeColumn],
  )
}

/** Every database that fields may be filled from. */
const DatabasesPage = () => {
  const text = useText('issuancePortal')
  const add = useAddButton(
    ['ISSUANCE', 'ADD'],
    `${databasesPath}/add`,
    text('common:pages.addExternalDatabase'),
  )
  return (
    <ListPage<Database>
      title={text('common:pages.externalDatabases')}
      query={databasesPageQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('issuancePortal:databases.search')}
      filters={[
        {
          key: 'kind',
          label: text('issuancePortal:databases.kind'),
          options: optionsOf(databaseKinds, (value) =>
            text(`issuancePortal:databases.kinds.${value}`),
          ),
        },
      ]}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      empty={{
        title: text('issuancePortal:databases.empty'),
        text: text('issuancePortal:databases.emptyText'),
        actions: add,
      }}
    />
  )
}

export default DatabasesPage
