import { useMemo } from 'react'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useText } from '../../../lib/i18n.ts'
import { type ClientRow, clientPath, clientsQuery } from './client-credentials.queries.ts'

const rowLink = ({ id }: ClientRow): string => clientPath(id)

const useColumns = () => {
  const text = useText('serviceProvider', 'resource')
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('resource:apiApplications.fields.name'),
        isSortable: true,
        minWidth: 170,
        render: rowName,
      },
      {
        key: 'state',
        title: text('serviceProvider:clients.status'),
        width: 130,
        render: ({ enabled }: ClientRow) =>
          text(`serviceProvider:clients.states.${enabled ? 'enabled' : 'disabled'}`),
      },
      timeColumn(
        { key: 'lastUsed', title: text('resource:apiApplications.facts.lastUsed') },
        ({ lastUsedAt }: ClientRow) => lastUsedAt,
      ),
      timeColumn(
        { key: 'created', title: text('resource:apiApplications.facts.created') },
        ({ createdAt }: ClientRow) => createdAt,
      ),
    ],
    [text, timeColumn],
  )
}

/** Programs that call the API of this provider. */
const ClientsPage = () => {
  const text = useText('serviceProvider')
  const add = useAddButton(
    ['SPCLIENTCREDENTIALS', 'ADD'],
    '/spclientcredentials/add',
    text('common:pages.addClient'),
  )
  return (
    <ListPage<ClientRow>
      title={text('common:pages.clientCredentials')}
      query={clientsQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('serviceProvider:clients.search')}
      {...{ rowId, rowName, rowLink }}
      actions={add}
      empty={{
        title: text('serviceProvider:clients.empty'),
        text: text('serviceProvider:clients.text'),
        actions: add,
      }}
    />
  )
}

export default ClientsPage
